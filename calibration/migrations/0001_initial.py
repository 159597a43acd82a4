import annotation.migrations._create_together
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    # A database that has only some of these is refused by name; nothing goes missing in silence.
    replaces = [
        ('calibration', '0002_panel_ranking_lease'),
        ('calibration', '0003_frozen_panel_retest'),
        ('calibration', '0004_one_panel_a_manifest'),
        ('calibration', '0005_panel_ranking_claim'),
        ('calibration', '0006_unknown_prompt_text'),
        ('calibration', '0007_sentinel_position_once'),
        ('calibration', '0008_panel_seen_health'),
    ]

    dependencies = [
        ('annotation', '0001_initial'),
    ]

    operations = [
        annotation.migrations._create_together.CreateTogether(
            operations=[
                migrations.CreateModel(
                    name='Judge',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('judge_id', models.CharField(max_length=200, unique=True)),
                        ('provider', models.CharField(blank=True, help_text='The provider string of the LLM client.', max_length=200)),
                        ('family', models.CharField(blank=True, max_length=100)),
                        ('decoding', models.JSONField(blank=True, default=dict)),
                        ('price_in', models.DecimalField(blank=True, decimal_places=6, help_text='USD per million prompt tokens.', max_digits=12, null=True)),
                        ('price_out', models.DecimalField(blank=True, decimal_places=6, help_text='USD per million completion tokens.', max_digits=12, null=True)),
                        ('active', models.BooleanField(default=True)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'ordering': ['judge_id'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('judge_id', ''), _negated=True), name='judge_id_not_blank')],
                    },
                ),
                migrations.CreateModel(
                    name='JudgePrompt',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('version', models.CharField(max_length=64, unique=True)),
                        ('text', models.TextField(blank=True, help_text='Empty where votes came with the version alone.')),
                        ('sha256', models.CharField(help_text='Of the text; NULL where it is not known.', max_length=64, null=True)),
                        ('frozen_at', models.DateTimeField(blank=True, null=True)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'ordering': ['created_at'],
                    },
                ),
                migrations.CreateModel(
                    name='JudgeRun',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('prompt', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='runs', to='calibration.judgeprompt')),
                        ('round', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotation.round')),
                        ('state', models.CharField(choices=[('queued', 'Queued'), ('running', 'Running'), ('done', 'Done'), ('failed', 'Failed'), ('stopped', 'Stopped')], default='queued', max_length=16)),
                        ('max_cost_usd', models.DecimalField(blank=True, decimal_places=4, max_digits=12, null=True)),
                        ('started_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                        ('finished_at', models.DateTimeField(blank=True, null=True)),
                        ('judges', models.ManyToManyField(related_name='runs', to='calibration.judge')),
                    ],
                    options={
                        'ordering': ['-created_at'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['queued', 'running', 'done', 'failed', 'stopped'])), name='judge_run_state_known')],
                    },
                ),
                migrations.CreateModel(
                    name='JudgeVote',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('judge', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='votes', to='calibration.judge')),
                        ('prompt', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='votes', to='calibration.judgeprompt')),
                        ('run', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='votes', to='calibration.judgerun')),
                        ('response', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='judge_votes', to='annotation.response')),
                        ('response_sha256', models.CharField(blank=True, max_length=64)),
                        ('criterion_version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='judge_votes', to='annotation.criterionversion')),
                        ('repetition', models.PositiveSmallIntegerField(default=1)),
                        ('met', models.BooleanField(null=True)),
                        ('no_vote_reason', models.CharField(blank=True, max_length=16, null=True)),
                        ('reason', models.TextField(blank=True, null=True)),
                        ('raw_reply', models.TextField(blank=True, null=True)),
                        ('decoding_requested', models.JSONField(blank=True, default=dict)),
                        ('decoding_sent', models.JSONField(blank=True, default=dict)),
                        ('prompt_tokens', models.PositiveIntegerField(blank=True, null=True)),
                        ('completion_tokens', models.PositiveIntegerField(blank=True, null=True)),
                        ('cost_usd', models.DecimalField(blank=True, decimal_places=8, max_digits=14, null=True)),
                        ('latency_ms', models.PositiveIntegerField(blank=True, null=True)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('judge', 'prompt', 'response', 'response_sha256', 'criterion_version', 'repetition'), name='judge_vote_once'), models.CheckConstraint(condition=models.Q(('no_vote_reason__isnull', True), ('no_vote_reason__in', ('parse_failure', 'refusal', 'timeout', 'provider_error')), _connector='OR'), name='judge_vote_reason_known'), models.CheckConstraint(condition=models.Q(('met__isnull', True), ('no_vote_reason__isnull', True), _connector='OR'), name='judge_vote_or_reason'), models.CheckConstraint(condition=models.Q(('repetition__gte', 1)), name='judge_vote_repetition_from_one')],
                    },
                ),
                migrations.CreateModel(
                    name='PanelRanking',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('round', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rankings', to='annotation.round')),
                        ('state', models.CharField(choices=[('queued', 'Queued'), ('running', 'Running'), ('done', 'Done'), ('failed', 'Failed')], default='queued', max_length=16)),
                        ('parameters', models.JSONField(default=dict, help_text='Size, metric, judges, draws, seed, rule: fixed beforehand.')),
                        ('inputs', models.JSONField(default=dict, help_text='SHA-256 of labels, votes, rubric revisions, prompt, draws.')),
                        ('result', models.JSONField(default=dict, help_text='Everything but the panels themselves, which are rows.')),
                        ('progress', models.PositiveSmallIntegerField(default=0, help_text='Per cent done.')),
                        ('error', models.TextField(blank=True)),
                        ('started_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                        ('finished_at', models.DateTimeField(blank=True, null=True)),
                        ('lease_until', models.DateTimeField(blank=True, help_text='Until when its worker counts as alive.', null=True)),
                        ('claim', models.UUIDField(blank=True, help_text='Which worker has it; each takes a new one.', null=True)),
                    ],
                    options={
                        'ordering': ['-created_at'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['queued', 'running', 'done', 'failed'])), name='panel_ranking_state_known')],
                    },
                ),
                migrations.CreateModel(
                    name='PanelScore',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('ranking', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='panels', to='calibration.panelranking')),
                        ('kind', models.CharField(choices=[('panel', 'Panel'), ('single', 'Single judge'), ('all', 'All judges together')], default='panel', max_length=8)),
                        ('rank', models.PositiveIntegerField()),
                        ('judges', models.JSONField(help_text="Judge ids in the ranking's judge order.")),
                        ('kappa', models.FloatField(null=True)),
                        ('kappa_low', models.FloatField(null=True)),
                        ('kappa_high', models.FloatField(null=True)),
                        ('kappa_corrected', models.FloatField(null=True)),
                        ('p_best', models.FloatField(null=True)),
                        ('rank_low', models.PositiveIntegerField(null=True)),
                        ('rank_high', models.PositiveIntegerField(null=True)),
                        ('in_indifference_set', models.BooleanField(null=True)),
                        ('macro_f1', models.FloatField(null=True)),
                        ('agreement', models.FloatField(null=True)),
                        ('mcc', models.FloatField(null=True)),
                        ('gwet_ac1', models.FloatField(null=True)),
                        ('false_met_rate', models.FloatField(null=True)),
                        ('false_not_met_rate', models.FloatField(null=True)),
                        ('net_bias', models.FloatField(null=True)),
                        ('units', models.PositiveIntegerField()),
                        ('units_full', models.PositiveIntegerField()),
                        ('units_reduced', models.PositiveIntegerField()),
                        ('ties', models.PositiveIntegerField()),
                        ('units_no_vote', models.PositiveIntegerField()),
                        ('families', models.PositiveSmallIntegerField()),
                        ('cost_per_1000', models.FloatField(null=True)),
                        ('reasons', models.JSONField(blank=True, default=dict)),
                    ],
                    options={
                        'ordering': ['ranking_id', 'kind', 'rank'],
                        'constraints': [models.UniqueConstraint(fields=('ranking', 'kind', 'rank'), name='panel_score_rank_once'), models.CheckConstraint(condition=models.Q(('kind__in', ['panel', 'single', 'all'])), name='panel_score_kind_known')],
                    },
                ),
                migrations.CreateModel(
                    name='FrozenPanel',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=64, unique=True)),
                        ('ranking', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='frozen_panels', to='calibration.panelranking')),
                        ('imported', models.BooleanField(default=False, help_text='Registered with imported judgments, not chosen here.')),
                        ('manifest', models.TextField(help_text='Canonical JSON; the hash is over these bytes without the hash itself.')),
                        ('sha256', models.CharField(max_length=64)),
                        ('reason', models.TextField(blank=True)),
                        ('retest', models.JSONField(blank=True, default=dict, help_text='How alike each judge voted twice on the sentinel pairs.')),
                        ('predecessor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='successors', to='calibration.frozenpanel')),
                        ('frozen_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('frozen_at', models.DateTimeField()),
                    ],
                    options={
                        'ordering': ['-frozen_at'],
                        'constraints': [models.UniqueConstraint(fields=('sha256',), name='frozen_panel_manifest_once'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='frozen_panel_named'), models.CheckConstraint(condition=models.Q(('predecessor', models.F('id')), _negated=True), name='frozen_panel_not_own_predecessor')],
                    },
                ),
                migrations.CreateModel(
                    name='FrozenPanelJudge',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('panel', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='calibration.frozenpanel')),
                        ('position', models.PositiveSmallIntegerField()),
                        ('judge', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='calibration.judge')),
                        ('prompt', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='calibration.judgeprompt')),
                    ],
                    options={
                        'ordering': ['panel_id', 'position'],
                        'constraints': [models.UniqueConstraint(fields=('panel', 'position'), name='seat_position_once'), models.UniqueConstraint(fields=('panel', 'judge'), name='seat_judge_once')],
                    },
                ),
                migrations.CreateModel(
                    name='SentinelPair',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('panel', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sentinels', to='calibration.frozenpanel')),
                        ('position', models.PositiveIntegerField()),
                        ('response', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotation.response')),
                        ('criterion_version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotation.criterionversion')),
                        ('votes', models.CharField(help_text='One character a seat: 1 met, 0 not met, - no vote.', max_length=64)),
                    ],
                    options={
                        'ordering': ['panel_id', 'position'],
                        'constraints': [models.UniqueConstraint(fields=('panel', 'response', 'criterion_version'), name='sentinel_pair_once'), models.UniqueConstraint(fields=('panel', 'position'), name='sentinel_position_once')],
                    },
                ),
                migrations.CreateModel(
                    name='SeenHealth',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('panel', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='seen_health', to='calibration.frozenpanel')),
                        ('state', models.CharField(choices=[('sound', 'Sound'), ('stale', 'Stale'), ('broken', 'Altered'), ('imported', 'Imported')], max_length=16)),
                        ('reasons', models.JSONField(blank=True, default=list, help_text='Sentences on why it is not sound.')),
                        ('seen_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ],
                    options={
                        'verbose_name_plural': 'seen healths',
                        'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['sound', 'stale', 'broken', 'imported'])), name='seen_health_state_known')],
                    },
                ),
                migrations.CreateModel(
                    name='CalibrationSet',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=100, unique=True)),
                        ('seed', models.PositiveBigIntegerField()),
                        ('size', models.PositiveIntegerField()),
                        ('per_task', models.PositiveSmallIntegerField()),
                        ('balance', models.JSONField(default=dict)),
                        ('round', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='calibration_set', to='annotation.round')),
                        ('drawn_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'ordering': ['-created_at'],
                    },
                ),
                migrations.CreateModel(
                    name='CalibrationTask',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('calibration_set', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tasks', to='calibration.calibrationset')),
                        ('task', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotation.task')),
                        ('position', models.PositiveIntegerField()),
                    ],
                    options={
                        'ordering': ['position'],
                        'constraints': [models.UniqueConstraint(fields=('calibration_set', 'task'), name='calibration_task_once'), models.UniqueConstraint(fields=('calibration_set', 'position'), name='calibration_position_once')],
                    },
                ),
                migrations.CreateModel(
                    name='CalibrationResponse',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('calibration_task', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='responses', to='calibration.calibrationtask')),
                        ('response', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotation.response')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('calibration_task', 'response'), name='calibration_response_once')],
                    },
                ),
            ],
        ),
    ]
