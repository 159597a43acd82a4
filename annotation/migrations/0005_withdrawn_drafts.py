from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0004_more_constraints'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='round',
            name='round_state_known',
        ),
        migrations.AlterField(
            model_name='round',
            name='state',
            field=models.CharField(choices=[('draft', 'Draft'), ('open', 'Open'), ('closed', 'Closed'), ('withdrawn', 'Withdrawn')], default='draft', max_length=16),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['draft', 'open', 'closed', 'withdrawn'])), name='round_state_known'),
        ),
    ]
