"""Rows that the constraints of the next migration would refuse, put right without losing anything."""

from django.db import migrations
from django.db.models import F
from django.db.models.functions import Lower
from django.utils import timezone


def date_opened_rounds(apps, schema_editor):
    """A round without the time it was opened takes the time it was made: when it was opened nobody knows.

    It was opened no earlier, and perhaps long after, so that the rounds are named to whoever migrates.
    """
    rounds = rows_of(apps, schema_editor, 'Round').filter(state__in=['open', 'closed'], opened_at=None)
    names = list(rounds.order_by('pk').values_list('name', flat=True))
    rounds.update(opened_at=F('created_at'))
    tell('These rounds do not know when they were opened and take the time they were made', names)


def number_items_once(apps, schema_editor):
    """Of items with the same number in a round the first keeps it; the others go to the end.

    Closed rounds too, whose labels stay as they are; no audit row says so, so that the rounds are named here.
    """
    items = rows_of(apps, schema_editor, 'RoundItem')
    rows = list(items.order_by('round', 'position', 'pk').values_list('pk', 'round', 'position'))
    numbers = new_numbers(rows)
    for pk, position in numbers.items():
        items.filter(pk=pk).update(position=position)
    rounds = rows_of(apps, schema_editor, 'Round').filter(pk__in={round for pk, round, _ in rows if pk in numbers})
    names = list(rounds.order_by('pk').values_list('name', flat=True))
    tell('Items of these rounds had the number of another and have one of their own now', names)


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
    invitations = rows_of(apps, schema_editor, 'Invitation').filter(accepted_at=None, withdrawn_at=None)
    seen, now = set(), timezone.now()
    for invitation in invitations.annotate(address=Lower('email')).order_by('-created_at', '-pk'):
        if invitation.address in seen:
            invitation.withdrawn_at = now
            invitation.save(update_fields=['withdrawn_at'])
        seen.add(invitation.address)


def rows_of(apps, schema_editor, model):
    """The rows of a model in the database that is being migrated."""
    return apps.get_model('annotation', model).objects.using(schema_editor.connection.alias)


def tell(what, names):
    """Print what was put right in which rounds; nothing where there was nothing to do."""
    if names:
        print(f'\n    {what}: {", ".join(names)}.', end='')


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0002_assignment_in_place_of'),
    ]

    operations = [
        migrations.RunPython(date_opened_rounds, migrations.RunPython.noop),
        migrations.RunPython(number_items_once, migrations.RunPython.noop),
        migrations.RunPython(keep_newest_invitation, migrations.RunPython.noop),
    ]
