"""Rows that the constraints of the next migration would refuse, put right without losing anything."""

from django.db import migrations
from django.db.models.functions import Coalesce, Lower
from django.utils import timezone


def date_opened_rounds(apps, schema_editor):
    """A round without the time it was opened takes the earliest that is certain."""
    rounds = apps.get_model('annotation', 'Round').objects.filter(state__in=['open', 'closed'], opened_at=None)
    rounds.update(opened_at=Coalesce('created_at', 'closed_at'))


def number_items_once(apps, schema_editor):
    """Of items with the same number in a round the first keeps it; the others go to the end."""
    items = apps.get_model('annotation', 'RoundItem').objects
    rows = items.order_by('round', 'position', 'pk').values_list('pk', 'round', 'position')
    for pk, position in new_numbers(list(rows)).items():
        items.filter(pk=pk).update(position=position)


def new_numbers(rows):
    """Item to its new number, for those whose number is taken. rows: (item, round, number) in order."""
    seen, changed = set(), {}
    last = {round: position for _, round, position in rows}
    for pk, round, position in rows:
        if (round, position) in seen:
            last[round] += 1
            changed[pk] = last[round]
        seen.add((round, position))
    return changed


def keep_newest_invitation(apps, schema_editor):
    """Of several invitations to one address that did not end, all but the newest are withdrawn."""
    invitations = apps.get_model('annotation', 'Invitation').objects.filter(accepted_at=None, withdrawn_at=None)
    seen, now = set(), timezone.now()
    for invitation in invitations.annotate(address=Lower('email')).order_by('-created_at', '-pk'):
        if invitation.address in seen:
            invitation.withdrawn_at = now
            invitation.save(update_fields=['withdrawn_at'])
        seen.add(invitation.address)


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0002_assignment_in_place_of'),
    ]

    operations = [
        migrations.RunPython(date_opened_rounds, migrations.RunPython.noop),
        migrations.RunPython(number_items_once, migrations.RunPython.noop),
        migrations.RunPython(keep_newest_invitation, migrations.RunPython.noop),
    ]
