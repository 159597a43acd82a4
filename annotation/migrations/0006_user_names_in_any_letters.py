"""User names are unique without regard to case, for the database as for the check at arrival."""

from collections import defaultdict

import django.db.models.functions.text
from django.db import migrations, models


class TwoPeopleError(Exception):
    """Two accounts differ only in the case of their user names."""


def refuse_names_that_differ_in_case_alone(apps, schema_editor):
    """Nobody is renamed here: that is for an admin, who knows the people."""
    spellings = defaultdict(list)
    for name in apps.get_model("annotation", "Person").objects.order_by("pk").values_list("username", flat=True):
        spellings[name.lower()].append(name)
    alike = "; ".join(", ".join(names) for names in spellings.values() if len(names) > 1)
    if alike:
        raise TwoPeopleError(
            f"These user names differ only in capitals: {alike}. Go back to the version before, give all but "
            "one of each another name, and migrate again. Nothing was changed."
        )


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0005_replies_said_to_be_empty"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.RunPython(refuse_names_that_differ_in_case_alone, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Lower("username"),
                name="person_name_in_any_letters",
                violation_error_message="This user name is taken. Please choose another.",
            ),
        ),
    ]
