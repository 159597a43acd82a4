import annotation.migrations._create_together
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    # A database that has only some of these is refused by name; nothing goes missing in silence.
    replaces = [
        ('scoring', '0002_cells_with_a_score'),
        ('scoring', '0003_judgments_by_panel'),
    ]

    dependencies = [
        ('annotation', '0001_initial'),
        ('calibration', '0001_initial'),
    ]

    operations = [
        annotation.migrations._create_together.CreateTogether(
            operations=[
                migrations.CreateModel(
                    name='Judgment',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('panel', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='judgments', to='calibration.frozenpanel')),
                        ('response', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='judgments', to='annotation.response')),
                        ('criterion_version', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='judgments', to='annotation.criterionversion')),
                        ('votes', models.CharField(max_length=64)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('panel', 'response', 'criterion_version'), name='judgment_once'), models.CheckConstraint(condition=models.Q(('votes__regex', '^[01-]+$')), name='judgment_votes_known')],
                    },
                ),
                migrations.CreateModel(
                    name='Cell',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('panel', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='cells', to='calibration.frozenpanel')),
                        ('response', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='cells', to='annotation.response')),
                        ('weight_met', models.PositiveIntegerField()),
                        ('weight_voted', models.PositiveIntegerField()),
                        ('score', models.FloatField(null=True)),
                        ('judges', models.PositiveSmallIntegerField()),
                        ('included', models.BooleanField()),
                        ('empty_response', models.BooleanField()),
                        ('dimensions', models.JSONField(default=dict)),
                        ('computed_at', models.DateTimeField(auto_now=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('panel', 'response'), name='cell_once'), models.CheckConstraint(condition=models.Q(('score__isnull', True), models.Q(('score__gte', 0), ('score__lte', 1)), _connector='OR'), name='cell_score_in_range'), models.CheckConstraint(condition=models.Q(('weight_met__lte', models.F('weight_voted'))), name='cell_met_of_voted'), models.CheckConstraint(condition=models.Q(models.Q(('score__isnull', True), ('weight_voted', 0)), models.Q(('score__isnull', False), ('weight_voted__gt', 0)), _connector='OR'), name='cell_score_with_verdict')],
                    },
                ),
                migrations.CreateModel(
                    name='GradingRun',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('panel', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='grading_runs', to='calibration.frozenpanel')),
                        ('state', models.CharField(choices=[('queued', 'Queued'), ('running', 'Running'), ('done', 'Done'), ('failed', 'Failed'), ('stopped', 'Stopped')], default='queued', max_length=16)),
                        ('max_cost_usd', models.DecimalField(blank=True, decimal_places=4, max_digits=12, null=True)),
                        ('started_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                        ('finished_at', models.DateTimeField(blank=True, null=True)),
                        ('evaluated_models', models.ManyToManyField(related_name='grading_runs', to='annotation.evaluatedmodel')),
                    ],
                    options={
                        'ordering': ['-created_at'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['queued', 'running', 'done', 'failed', 'stopped'])), name='grading_run_state_known')],
                    },
                ),
                migrations.CreateModel(
                    name='Submission',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('model', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='submissions', to='annotation.evaluatedmodel')),
                        ('panel', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='submissions', to='calibration.frozenpanel')),
                        ('submitter', models.CharField(max_length=200)),
                        ('contact', models.EmailField(blank=True, max_length=254)),
                        ('state', models.CharField(choices=[('received', 'Received'), ('accepted', 'Accepted'), ('declined', 'Declined'), ('answered', 'Answered')], default='received', max_length=16)),
                        ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                        ('answered_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'ordering': ['-created_at'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['received', 'accepted', 'declined', 'answered'])), name='submission_state_known')],
                    },
                ),
                migrations.CreateModel(
                    name='Release',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=100, unique=True)),
                        ('panel', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='releases', to='calibration.frozenpanel')),
                        ('metadata', models.JSONField()),
                        ('sha256', models.CharField(max_length=64)),
                        ('released_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('released_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'ordering': ['-released_at'],
                    },
                ),
            ],
        ),
    ]
