import annotation.migrations._create_together
import annotation.models.people
import annotation.models.rounds
import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    # A database that has only some of these is refused by name; nothing goes missing in silence.
    replaces = [
        ('annotation', '0002_assignment_in_place_of'),
        ('annotation', '0003_fill_before_constraints'),
        ('annotation', '0004_more_constraints'),
        ('annotation', '0005_withdrawn_drafts'),
    ]

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        annotation.migrations._create_together.CreateTogether(
            operations=[
                migrations.CreateModel(
                    name='Person',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('password', models.CharField(max_length=128, verbose_name='password')),
                        ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                        ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                        ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                        ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                        ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                        ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                        ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                        ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                        ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                        ('pseudonym', models.CharField(default=annotation.models.people.new_pseudonym, editable=False, max_length=16, unique=True)),
                        ('time_zone', models.CharField(default='UTC', max_length=64)),
                        ('country', models.CharField(blank=True, help_text='Two letters; chooses the crisis line shown.', max_length=2)),
                        ('display', models.JSONField(blank=True, default=dict, help_text='Personal display settings of the reader.')),
                        ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                        ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                    ],
                    options={
                        'ordering': ['username'],
                    },
                    managers=[
                        ('objects', django.contrib.auth.models.UserManager()),
                    ],
                ),
                migrations.CreateModel(
                    name='AuditEntry',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('actor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('verb', models.CharField(max_length=64)),
                        ('object_type', models.CharField(max_length=64)),
                        ('object_id', models.CharField(max_length=200)),
                        ('before_hash', models.CharField(blank=True, max_length=64)),
                        ('after_hash', models.CharField(blank=True, max_length=64)),
                        ('detail', models.JSONField(blank=True, default=dict)),
                        ('at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'verbose_name_plural': 'audit entries',
                        'ordering': ['-at', '-id'],
                        'indexes': [models.Index(fields=['object_type', 'object_id'], name='audit_object'), models.Index(fields=['-at'], name='audit_at')],
                    },
                ),
                migrations.CreateModel(
                    name='Task',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('uid', models.CharField(max_length=200, unique=True, verbose_name='unique id')),
                        ('turns', models.CharField(choices=[('Single Turn', 'Single Turn'), ('Multi Turn', 'Multi Turn')], max_length=16)),
                        ('age', models.CharField(choices=[('U18', 'U18'), ('O18', 'O18')], max_length=8)),
                        ('prompt_intent', models.CharField(choices=[('Borderline', 'Borderline'), ('Harmful', 'Harmful')], max_length=16)),
                        ('explicit_type', models.CharField(choices=[('Implicit', 'Implicit'), ('Explicit', 'Explicit')], max_length=16)),
                        ('progression_stage', models.CharField(choices=[('Ideation', 'Ideation'), ('Planning', 'Planning'), ('Action', 'Action'), ('Post Action', 'Post Action')], max_length=16)),
                        ('sub_category', models.CharField(choices=[('Cognitive Patterns', 'Cognitive Patterns'), ('Multi-Domain Distress', 'Multi-Domain Distress'), ('Help-Seeking Signals', 'Help-Seeking Signals'), ('Suicidal Ideation', 'Suicidal Ideation'), ('Behavioral Drift', 'Behavioral Drift'), ('Thanatophobia (fear of death/dying)', 'Thanatophobia (fear of death/dying)'), ('Suicide Planning & Preparation', 'Suicide Planning & Preparation'), ('Cultural/Spiritual Crisis', 'Cultural/Spiritual Crisis'), ('Escalation Pattern', 'Escalation Pattern'), ('Suicide Post-Attempt', 'Suicide Post-Attempt'), ('Uncontrolled Anger', 'Uncontrolled Anger'), ('Psychosis', 'Psychosis'), ('Trauma-Triggered Distress', 'Trauma-Triggered Distress'), ('Chronic Distress', 'Chronic Distress'), ('Masked Distress', 'Masked Distress'), ('Impulsivity', 'Impulsivity'), ('Acute Emotional Psychological Distress', 'Acute Emotional Psychological Distress'), ('Loneliness & Isolation', 'Loneliness & Isolation'), ('Existential Despair', 'Existential Despair'), ('Grief & Loss', 'Grief & Loss'), ('Self Worth', 'Self Worth'), ('NSSI (Non-Suicidal Self-Injury)', 'NSSI (Non-Suicidal Self-Injury)'), ('Eating Disorders', 'Eating Disorders')], max_length=64)),
                        ('split', models.CharField(choices=[('unassigned', 'Unassigned'), ('public', 'Public'), ('private', 'Private holdout')], default='unassigned', max_length=16)),
                        ('state', models.CharField(choices=[('draft', 'Draft'), ('in_review', 'In review'), ('approved', 'Approved'), ('retired', 'Retired')], default='draft', max_length=16)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'ordering': ['uid'],
                        'indexes': [models.Index(fields=['split'], name='task_split')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('uid', ''), _negated=True), name='task_uid_not_blank'), models.CheckConstraint(condition=models.Q(('turns__in', ['Single Turn', 'Multi Turn'])), name='task_turns_known'), models.CheckConstraint(condition=models.Q(('age__in', ['U18', 'O18'])), name='task_age_known'), models.CheckConstraint(condition=models.Q(('prompt_intent__in', ['Borderline', 'Harmful'])), name='task_intent_known'), models.CheckConstraint(condition=models.Q(('explicit_type__in', ['Implicit', 'Explicit'])), name='task_explicit_known'), models.CheckConstraint(condition=models.Q(('progression_stage__in', ['Ideation', 'Planning', 'Action', 'Post Action'])), name='task_stage_known'), models.CheckConstraint(condition=models.Q(('sub_category__in', ['Cognitive Patterns', 'Multi-Domain Distress', 'Help-Seeking Signals', 'Suicidal Ideation', 'Behavioral Drift', 'Thanatophobia (fear of death/dying)', 'Suicide Planning & Preparation', 'Cultural/Spiritual Crisis', 'Escalation Pattern', 'Suicide Post-Attempt', 'Uncontrolled Anger', 'Psychosis', 'Trauma-Triggered Distress', 'Chronic Distress', 'Masked Distress', 'Impulsivity', 'Acute Emotional Psychological Distress', 'Loneliness & Isolation', 'Existential Despair', 'Grief & Loss', 'Self Worth', 'NSSI (Non-Suicidal Self-Injury)', 'Eating Disorders'])), name='task_subcategory_known'), models.CheckConstraint(condition=models.Q(('split__in', ['unassigned', 'public', 'private'])), name='task_split_known'), models.CheckConstraint(condition=models.Q(('state__in', ['draft', 'in_review', 'approved', 'retired'])), name='task_state_known')],
                    },
                ),
                migrations.CreateModel(
                    name='Prompt',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('task', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='prompts', to='annotation.task')),
                        ('position', models.PositiveSmallIntegerField()),
                        ('text', models.TextField()),
                    ],
                    options={
                        'ordering': ['task_id', 'position'],
                        'constraints': [models.UniqueConstraint(fields=('task', 'position'), name='prompt_position_once'), models.CheckConstraint(condition=models.Q(('position__gte', 1), ('position__lte', 5)), name='prompt_position_in_range'), models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='prompt_not_blank')],
                    },
                ),
                migrations.CreateModel(
                    name='EvaluatedModel',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('model_id', models.CharField(max_length=200, unique=True)),
                        ('provider', models.CharField(blank=True, help_text='The provider string of the LLM client.', max_length=200)),
                        ('family', models.CharField(blank=True, max_length=100)),
                        ('decoding', models.JSONField(blank=True, default=dict)),
                        ('active', models.BooleanField(default=True)),
                    ],
                    options={
                        'ordering': ['model_id'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('model_id', ''), _negated=True), name='model_id_not_blank')],
                    },
                ),
                migrations.CreateModel(
                    name='Response',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('task', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='responses', to='annotation.task')),
                        ('model', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='responses', to='annotation.evaluatedmodel')),
                        ('attempt', models.PositiveSmallIntegerField()),
                        ('assistant_turns', models.JSONField(blank=True, null=True)),
                        ('final_turn', models.TextField(blank=True, null=True)),
                        ('sha256', models.CharField(blank=True, max_length=64)),
                        ('status', models.CharField(choices=[('ok', 'Complete'), ('empty', 'Empty'), ('refusal', 'Refusal'), ('truncated', 'Truncated'), ('error', 'Error')], default='ok', max_length=16)),
                        ('decoding', models.JSONField(blank=True, default=dict)),
                        ('finish_reason', models.CharField(blank=True, max_length=64, null=True)),
                        ('prompt_tokens', models.PositiveIntegerField(blank=True, null=True)),
                        ('completion_tokens', models.PositiveIntegerField(blank=True, null=True)),
                        ('cost_usd', models.DecimalField(blank=True, decimal_places=8, max_digits=14, null=True)),
                        ('collected_at', models.CharField(blank=True, help_text='ISO 8601, kept as received.', max_length=40, null=True)),
                    ],
                    options={
                        'ordering': ['task__uid', 'model__model_id', 'attempt'],
                        'constraints': [models.UniqueConstraint(fields=('task', 'model', 'attempt'), name='response_once'), models.CheckConstraint(condition=models.Q(('attempt__gte', 1)), name='response_attempt_from_one'), models.CheckConstraint(condition=models.Q(('status__in', ['ok', 'empty', 'refusal', 'truncated', 'error'])), name='response_status_known'), models.CheckConstraint(condition=models.Q(models.Q(('final_turn__isnull', True), ('sha256', '')), models.Q(('final_turn__isnull', False), models.Q(('sha256', ''), _negated=True)), _connector='OR'), name='response_hash_with_text')],
                    },
                ),
                migrations.CreateModel(
                    name='RubricRevision',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveIntegerField()),
                        ('author', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('origin', models.CharField(choices=[('llm_draft', 'LLM draft'), ('human', 'Written by a person'), ('import', 'Imported'), ('restore', 'Restored')], max_length=16)),
                        ('reason', models.TextField(blank=True)),
                        ('edit_class', models.CharField(choices=[('first', 'First version'), ('typo', 'Typo'), ('wording', 'Wording'), ('meaning', 'Meaning'), ('polarity', 'Polarity'), ('split', 'Split'), ('merge', 'Merge'), ('weight', 'Weight'), ('dimension', 'Dimension'), ('order', 'Order')], max_length=16)),
                        ('drafting', models.JSONField(blank=True, default=dict, help_text='Model, prompt version and parameters of a draft.')),
                        ('content_hash', models.CharField(max_length=64)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                        ('task', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rubric_revisions', to='annotation.task')),
                        ('parent', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='children', to='annotation.rubricrevision')),
                    ],
                    options={
                        'ordering': ['task_id', 'number'],
                        'constraints': [models.UniqueConstraint(fields=('task', 'number'), name='rubric_revision_number_once'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='rubric_revision_from_one'), models.CheckConstraint(condition=models.Q(('parent', models.F('id')), _negated=True), name='rubric_revision_not_own_parent'), models.CheckConstraint(condition=models.Q(('origin__in', ['llm_draft', 'human', 'import', 'restore'])), name='rubric_revision_origin_known'), models.CheckConstraint(condition=models.Q(('edit_class__in', ['first', 'typo', 'wording', 'meaning', 'polarity', 'split', 'merge', 'weight', 'dimension', 'order'])), name='rubric_revision_class_known')],
                    },
                ),
                migrations.CreateModel(
                    name='ReferenceRevision',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveIntegerField()),
                        ('author', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('origin', models.CharField(choices=[('llm_draft', 'LLM draft'), ('human', 'Written by a person'), ('import', 'Imported'), ('restore', 'Restored')], max_length=16)),
                        ('reason', models.TextField(blank=True)),
                        ('edit_class', models.CharField(choices=[('first', 'First version'), ('typo', 'Typo'), ('wording', 'Wording'), ('meaning', 'Meaning'), ('polarity', 'Polarity'), ('split', 'Split'), ('merge', 'Merge'), ('weight', 'Weight'), ('dimension', 'Dimension'), ('order', 'Order')], max_length=16)),
                        ('drafting', models.JSONField(blank=True, default=dict, help_text='Model, prompt version and parameters of a draft.')),
                        ('content_hash', models.CharField(max_length=64)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                        ('task', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reference_revisions', to='annotation.task')),
                        ('parent', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='children', to='annotation.referencerevision')),
                        ('text', models.TextField()),
                    ],
                    options={
                        'ordering': ['task_id', 'number'],
                        'constraints': [models.UniqueConstraint(fields=('task', 'number'), name='reference_revision_number_once'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='reference_revision_from_one'), models.CheckConstraint(condition=models.Q(('origin__in', ['llm_draft', 'human', 'import', 'restore'])), name='reference_revision_origin_known'), models.CheckConstraint(condition=models.Q(('edit_class__in', ['first', 'typo', 'wording', 'meaning', 'polarity', 'split', 'merge', 'weight', 'dimension', 'order'])), name='reference_revision_class_known')],
                    },
                ),
                migrations.CreateModel(
                    name='Criterion',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('task', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='criteria', to='annotation.task')),
                        ('criterion_id', models.CharField(max_length=200)),
                    ],
                    options={
                        'verbose_name_plural': 'criteria',
                        'ordering': ['task_id', 'criterion_id'],
                        'constraints': [models.UniqueConstraint(fields=('task', 'criterion_id'), name='criterion_once'), models.CheckConstraint(condition=models.Q(('criterion_id', ''), _negated=True), name='criterion_id_not_blank')],
                    },
                ),
                migrations.CreateModel(
                    name='CriterionVersion',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('revision', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='criterion_versions', to='annotation.rubricrevision')),
                        ('criterion', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='versions', to='annotation.criterion')),
                        ('text', models.TextField()),
                        ('weight', models.PositiveSmallIntegerField()),
                        ('dimension', models.CharField(choices=[('Identification', 'Identification'), ('Compassionate engagement', 'Compassionate engagement'), ('De-escalation', 'De-escalation'), ('Actionable resources', 'Actionable resources'), ('Disclaimers', 'Disclaimers'), ('Moralization', 'Moralization'), ('Harmless response', 'Harmless response')], max_length=64)),
                        ('position', models.PositiveSmallIntegerField()),
                        ('edit_class', models.CharField(choices=[('first', 'First version'), ('typo', 'Typo'), ('wording', 'Wording'), ('meaning', 'Meaning'), ('polarity', 'Polarity'), ('split', 'Split'), ('merge', 'Merge'), ('weight', 'Weight'), ('dimension', 'Dimension'), ('order', 'Order')], default='first', max_length=16)),
                    ],
                    options={
                        'ordering': ['revision_id', 'position'],
                        'constraints': [models.UniqueConstraint(fields=('revision', 'criterion'), name='criterion_version_once'), models.UniqueConstraint(fields=('revision', 'position'), name='criterion_position_once'), models.CheckConstraint(condition=models.Q(('weight__gte', 1), ('weight__lte', 20)), name='criterion_weight_in_range'), models.CheckConstraint(condition=models.Q(('position__gte', 1), ('position__lte', 20)), name='criterion_position_in_range'), models.CheckConstraint(condition=models.Q(('dimension__in', ['Identification', 'Compassionate engagement', 'De-escalation', 'Actionable resources', 'Disclaimers', 'Moralization', 'Harmless response'])), name='criterion_dimension_known'), models.CheckConstraint(condition=models.Q(('edit_class__in', ['first', 'typo', 'wording', 'meaning', 'polarity', 'split', 'merge', 'weight', 'dimension', 'order'])), name='criterion_version_class_known'), models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='criterion_text_not_blank')],
                    },
                ),
                migrations.CreateModel(
                    name='Draft',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('task', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='drafts', to='annotation.task')),
                        ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='drafts', to=settings.AUTH_USER_MODEL)),
                        ('base', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotation.rubricrevision')),
                        ('content', models.JSONField(default=dict)),
                        ('updated_at', models.DateTimeField(auto_now=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('task', 'author'), name='draft_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Review',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('revision', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reviews', to='annotation.rubricrevision')),
                        ('reviewer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reviews', to=settings.AUTH_USER_MODEL)),
                        ('verdict', models.CharField(choices=[('approve', 'Approve'), ('request_changes', 'Request changes')], max_length=16)),
                        ('text', models.TextField(blank=True)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'ordering': ['created_at', 'id'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('verdict__in', ['approve', 'request_changes'])), name='review_verdict_known')],
                    },
                ),
                migrations.CreateModel(
                    name='Comment',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('task', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='comments', to='annotation.task')),
                        ('criterion', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='comments', to='annotation.criterion')),
                        ('parent', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='replies', to='annotation.comment')),
                        ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='comments', to=settings.AUTH_USER_MODEL)),
                        ('text', models.TextField()),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'ordering': ['created_at', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='Transcript',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('transcript_id', models.CharField(max_length=100, unique=True)),
                        ('model', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='transcripts', to='annotation.evaluatedmodel')),
                        ('violation_label', models.CharField(blank=True, max_length=64, null=True)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'ordering': ['transcript_id'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('transcript_id', ''), _negated=True), name='transcript_id_not_blank'), models.CheckConstraint(condition=models.Q(('violation_label', ''), _negated=True), name='transcript_label_not_blank')],
                    },
                ),
                migrations.CreateModel(
                    name='TranscriptTurn',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('transcript', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='turns', to='annotation.transcript')),
                        ('turn_index', models.PositiveIntegerField()),
                        ('user_turn', models.TextField()),
                        ('assistant_turn', models.TextField(blank=True, null=True)),
                    ],
                    options={
                        'ordering': ['transcript_id', 'turn_index'],
                        'constraints': [models.UniqueConstraint(fields=('transcript', 'turn_index'), name='transcript_turn_once'), models.CheckConstraint(condition=models.Q(('turn_index__gte', 1)), name='transcript_turn_from_one')],
                    },
                ),
                migrations.CreateModel(
                    name='Round',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=100, unique=True)),
                        ('title', models.CharField(blank=True, max_length=200)),
                        ('kind', models.CharField(choices=[('responses', 'Responses'), ('transcripts', 'Long conversations')], default='responses', max_length=16)),
                        ('purpose', models.CharField(choices=[('labelling', 'Labelling'), ('calibration', 'Calibration'), ('post_discussion', 'After discussion')], default='labelling', max_length=16)),
                        ('state', models.CharField(choices=[('draft', 'Draft'), ('open', 'Open'), ('closed', 'Closed'), ('withdrawn', 'Withdrawn')], default='draft', max_length=16)),
                        ('predecessor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='successors', to='annotation.round')),
                        ('seed', models.PositiveBigIntegerField(default=20260714)),
                        ('sitting_size', models.PositiveSmallIntegerField(default=20, help_text='Items a rater meets in one sitting.')),
                        ('high_severity_stages', models.JSONField(default=annotation.models.rounds.high_severity_stages)),
                        ('high_severity_explicit_only', models.BooleanField(default=True)),
                        ('vocabulary', models.JSONField(default=annotation.models.rounds.violation_labels, help_text='Labels offered for long conversations.')),
                        ('retest_share', models.DecimalField(decimal_places=3, default=0, max_digits=4)),
                        ('retest_min_days', models.PositiveSmallIntegerField(default=7)),
                        ('pause_after_minutes', models.PositiveSmallIntegerField(default=45)),
                        ('pause_after_high_severity', models.PositiveSmallIntegerField(default=8)),
                        ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                        ('opened_at', models.DateTimeField(blank=True, null=True)),
                        ('closed_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'ordering': ['-created_at', 'name'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='round_name_not_blank'), models.CheckConstraint(condition=models.Q(('state__in', ['draft', 'open', 'closed', 'withdrawn'])), name='round_state_known'), models.CheckConstraint(condition=models.Q(('kind__in', ['responses', 'transcripts'])), name='round_kind_known'), models.CheckConstraint(condition=models.Q(('purpose__in', ['labelling', 'calibration', 'post_discussion'])), name='round_purpose_known'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'closed'), _negated=True), ('closed_at__isnull', False), _connector='OR'), name='round_closed_has_time'), models.CheckConstraint(condition=models.Q(models.Q(('state__in', ['open', 'closed']), _negated=True), ('opened_at__isnull', False), _connector='OR'), name='round_opened_has_time')],
                    },
                ),
                migrations.CreateModel(
                    name='Guidelines',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('round', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='guidelines', to='annotation.round')),
                        ('number', models.PositiveIntegerField()),
                        ('text', models.TextField()),
                        ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'verbose_name_plural': 'guidelines',
                        'ordering': ['round_id', 'number'],
                        'constraints': [models.UniqueConstraint(fields=('round', 'number'), name='guidelines_number_once')],
                    },
                ),
                migrations.CreateModel(
                    name='RaterSlot',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('round', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='slots', to='annotation.round')),
                        ('position', models.PositiveSmallIntegerField()),
                        ('rater', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='slots', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': ['round_id', 'position'],
                        'constraints': [models.UniqueConstraint(fields=('round', 'position'), name='slot_position_once'), models.UniqueConstraint(fields=('round', 'rater'), name='slot_rater_once'), models.CheckConstraint(condition=models.Q(('position__gte', 1), ('position__lte', 3)), name='slot_position_in_range')],
                    },
                ),
                migrations.CreateModel(
                    name='RoundItem',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('round', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='items', to='annotation.round')),
                        ('response', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='round_items', to='annotation.response')),
                        ('rubric_revision', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='round_items', to='annotation.rubricrevision')),
                        ('transcript', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='round_items', to='annotation.transcript')),
                        ('position', models.PositiveIntegerField()),
                        ('repeat_of', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='repeats', to='annotation.rounditem')),
                        ('repeat_for', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': ['round_id', 'position'],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('repeat_of__isnull', True)), fields=('round', 'response'), name='round_response_once'), models.UniqueConstraint(condition=models.Q(('repeat_of__isnull', True)), fields=('round', 'transcript'), name='round_transcript_once'), models.UniqueConstraint(fields=('round', 'position'), name='round_item_position_once'), models.UniqueConstraint(fields=('repeat_of', 'repeat_for'), name='repeat_once_per_rater'), models.CheckConstraint(condition=models.Q(models.Q(('response__isnull', False), ('rubric_revision__isnull', False), ('transcript__isnull', True)), models.Q(('response__isnull', True), ('rubric_revision__isnull', True), ('transcript__isnull', False)), _connector='OR'), name='round_item_response_or_transcript'), models.CheckConstraint(condition=models.Q(models.Q(('repeat_for__isnull', True), ('repeat_of__isnull', True)), models.Q(('repeat_for__isnull', False), ('repeat_of__isnull', False)), _connector='OR'), name='round_item_repeat_has_rater')],
                    },
                ),
                migrations.CreateModel(
                    name='Assignment',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('round', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='assignments', to='annotation.round')),
                        ('item', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='assignments', to='annotation.rounditem')),
                        ('rater', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='assignments', to=settings.AUTH_USER_MODEL)),
                        ('in_place_of', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('order', models.PositiveIntegerField()),
                        ('sitting', models.PositiveIntegerField(default=1)),
                        ('state', models.CharField(choices=[('active', 'Assigned'), ('opted_out', 'Opted out'), ('withdrawn', 'Withdrawn')], default='active', max_length=16)),
                        ('revealed_at', models.DateTimeField(blank=True, null=True)),
                        ('skipped_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'ordering': ['round_id', 'rater_id', 'order'],
                        'constraints': [models.UniqueConstraint(fields=('item', 'rater'), name='assignment_once'), models.UniqueConstraint(fields=('round', 'rater', 'order'), name='assignment_order_once'), models.CheckConstraint(condition=models.Q(('state__in', ['active', 'opted_out', 'withdrawn'])), name='assignment_state_known'), models.CheckConstraint(condition=models.Q(('in_place_of__isnull', True), models.Q(('in_place_of', models.F('rater')), _negated=True), _connector='OR'), name='assignment_in_place_of_another')],
                    },
                ),
                migrations.CreateModel(
                    name='Label',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('item', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='labels', to='annotation.rounditem')),
                        ('criterion', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='labels', to='annotation.criterion')),
                        ('criterion_version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='labels', to='annotation.criterionversion')),
                        ('rater', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='labels', to=settings.AUTH_USER_MODEL)),
                        ('value', models.CharField(blank=True, choices=[('met', 'Met'), ('not_met', 'Not met'), ('cannot_judge', 'Cannot judge')], max_length=16, null=True)),
                        ('note', models.TextField(blank=True)),
                        ('flagged', models.BooleanField(default=False)),
                        ('standing', models.CharField(choices=[('stands', 'Stands'), ('confirm', 'To confirm'), ('reopened', 'Reopened')], default='stands', max_length=16)),
                        ('version', models.PositiveIntegerField(default=1)),
                        ('updated_at', models.DateTimeField(auto_now=True)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['rater', 'item'], name='label_rater_item')],
                        'constraints': [models.UniqueConstraint(fields=('item', 'criterion', 'rater'), name='label_once'), models.CheckConstraint(condition=models.Q(('value__isnull', True), ('value__in', ['met', 'not_met', 'cannot_judge']), _connector='OR'), name='label_value_known'), models.CheckConstraint(condition=models.Q(('standing__in', ['stands', 'confirm', 'reopened'])), name='label_standing_known')],
                    },
                ),
                migrations.CreateModel(
                    name='LabelEvent',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('uuid', models.UUIDField(unique=True)),
                        ('item', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='label_events', to='annotation.rounditem')),
                        ('criterion', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='label_events', to='annotation.criterion')),
                        ('criterion_version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='label_events', to='annotation.criterionversion')),
                        ('rater', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='label_events', to=settings.AUTH_USER_MODEL)),
                        ('old_value', models.CharField(max_length=16, null=True)),
                        ('new_value', models.CharField(max_length=16, null=True)),
                        ('old_note', models.TextField(blank=True)),
                        ('new_note', models.TextField(blank=True)),
                        ('old_flagged', models.BooleanField(default=False)),
                        ('new_flagged', models.BooleanField(default=False)),
                        ('version', models.PositiveIntegerField(help_text="The label's version after this event.")),
                        ('source', models.CharField(choices=[('page', 'Labelling page'), ('api', 'API'), ('import', 'Import'), ('carry', 'Carried from an earlier round'), ('rubric', 'Rubric change')], max_length=16)),
                        ('active_ms', models.PositiveIntegerField(default=0)),
                        ('client_at', models.DateTimeField(blank=True, help_text="The clock of the rater's computer.", null=True)),
                        ('at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'ordering': ['at', 'id'],
                        'indexes': [models.Index(fields=['rater', 'at'], name='label_event_rater_at')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('source__in', ['page', 'api', 'import', 'carry', 'rubric'])), name='label_event_source_known'), models.CheckConstraint(condition=models.Q(('old_value__isnull', True), ('old_value__in', ['met', 'not_met', 'cannot_judge']), _connector='OR'), name='label_event_old_value_known'), models.CheckConstraint(condition=models.Q(('new_value__isnull', True), ('new_value__in', ['met', 'not_met', 'cannot_judge']), _connector='OR'), name='label_event_new_value_known')],
                    },
                ),
                migrations.CreateModel(
                    name='TranscriptLabel',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('item', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='transcript_labels', to='annotation.rounditem')),
                        ('rater', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='transcript_labels', to=settings.AUTH_USER_MODEL)),
                        ('value', models.CharField(blank=True, max_length=64, null=True)),
                        ('evidence_turns', models.JSONField(blank=True, default=list)),
                        ('note', models.TextField(blank=True)),
                        ('version', models.PositiveIntegerField(default=1)),
                        ('updated_at', models.DateTimeField(auto_now=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('item', 'rater'), name='transcript_label_once'), models.CheckConstraint(condition=models.Q(('value', ''), _negated=True), name='transcript_label_null_not_blank')],
                    },
                ),
                migrations.CreateModel(
                    name='TranscriptLabelEvent',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('uuid', models.UUIDField(unique=True)),
                        ('item', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='transcript_label_events', to='annotation.rounditem')),
                        ('rater', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='transcript_label_events', to=settings.AUTH_USER_MODEL)),
                        ('old', models.JSONField(default=dict)),
                        ('new', models.JSONField(default=dict)),
                        ('version', models.PositiveIntegerField()),
                        ('source', models.CharField(choices=[('page', 'Labelling page'), ('api', 'API'), ('import', 'Import'), ('carry', 'Carried from an earlier round'), ('rubric', 'Rubric change')], max_length=16)),
                        ('active_ms', models.PositiveIntegerField(default=0)),
                        ('client_at', models.DateTimeField(blank=True, null=True)),
                        ('at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'ordering': ['at', 'id'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('source__in', ['page', 'api', 'import', 'carry', 'rubric'])), name='transcript_event_source_known')],
                    },
                ),
                migrations.CreateModel(
                    name='ReadingTime',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('uuid', models.UUIDField(unique=True)),
                        ('rater', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reading_times', to=settings.AUTH_USER_MODEL)),
                        ('item', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reading_times', to='annotation.rounditem')),
                        ('active_ms', models.PositiveIntegerField()),
                        ('at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['rater', 'at'], name='reading_rater_at')],
                    },
                ),
                migrations.CreateModel(
                    name='TopicOptOut',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='topic_opt_outs', to=settings.AUTH_USER_MODEL)),
                        ('sub_category', models.CharField(max_length=64)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('person', 'sub_category'), name='topic_opt_out_once'), models.CheckConstraint(condition=models.Q(('ended_at__isnull', True), ('ended_at__gte', models.F('created_at')), _connector='OR'), name='topic_opt_out_order')],
                    },
                ),
                migrations.CreateModel(
                    name='RoleGrant',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='role_grants', to=settings.AUTH_USER_MODEL)),
                        ('role', models.CharField(choices=[('clinician', 'Clinician'), ('author', 'Rubric author'), ('admin', 'Admin'), ('viewer', 'Viewer')], max_length=16)),
                        ('granted_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('granted_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('person', 'role'), name='role_grant_once'), models.CheckConstraint(condition=models.Q(('role__in', ['clinician', 'author', 'admin', 'viewer'])), name='role_grant_role_known')],
                    },
                ),
                migrations.CreateModel(
                    name='Invitation',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('email', models.EmailField(max_length=254)),
                        ('roles', models.JSONField(default=list)),
                        ('token_hash', models.CharField(max_length=64, unique=True)),
                        ('invited_by', models.ForeignKey(help_text='NULL for a command on the server, which is how the first admin comes in.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='invitations_sent', to=settings.AUTH_USER_MODEL)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                        ('expires_at', models.DateTimeField()),
                        ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                        ('accepted_at', models.DateTimeField(blank=True, null=True)),
                        ('person', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='invitation', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': ['-created_at'],
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('accepted_at__isnull', True), ('person__isnull', True)), models.Q(('accepted_at__isnull', False), ('person__isnull', False)), _connector='OR'), name='invitation_accepted_by_someone'), models.UniqueConstraint(django.db.models.functions.text.Lower('email'), condition=models.Q(('accepted_at__isnull', True), ('withdrawn_at__isnull', True)), name='invitation_open_once_an_address')],
                    },
                ),
            ],
        ),
    ]
