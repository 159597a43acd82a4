import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0003_fill_before_constraints'),
    ]

    operations = [
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('email'), condition=models.Q(('accepted_at__isnull', True), ('withdrawn_at__isnull', True)), name='invitation_open_once_an_address'),
        ),
        migrations.AddConstraint(
            model_name='labelevent',
            constraint=models.CheckConstraint(condition=models.Q(('old_value__isnull', True), ('old_value__in', ['met', 'not_met', 'cannot_judge']), _connector='OR'), name='label_event_old_value_known'),
        ),
        migrations.AddConstraint(
            model_name='labelevent',
            constraint=models.CheckConstraint(condition=models.Q(('new_value__isnull', True), ('new_value__in', ['met', 'not_met', 'cannot_judge']), _connector='OR'), name='label_event_new_value_known'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state__in', ['open', 'closed']), _negated=True), ('opened_at__isnull', False), _connector='OR'), name='round_opened_has_time'),
        ),
        migrations.AddConstraint(
            model_name='rounditem',
            constraint=models.UniqueConstraint(fields=('round', 'position'), name='round_item_position_once'),
        ),
    ]
