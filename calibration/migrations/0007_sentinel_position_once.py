# Sentinel pairs are never changed or deleted, so that panels with two at one position are named instead of mended.

from django.core.management.base import CommandError
from django.db import migrations, models
from django.db.models import Count


def check_no_position_is_there_twice(apps, schema_editor):
    pairs = apps.get_model("calibration", "SentinelPair").objects.using(schema_editor.connection.alias)
    twice = pairs.order_by().values("panel__name", "position").annotate(n=Count("id")).filter(n__gt=1)
    names = sorted({row["panel__name"] for row in twice})
    if names:
        raise CommandError(
            f"These frozen panels have two sentinel pairs at one position: {', '.join(names)}. Remove one of the two "
            "from the database by hand after a backup, and migrate again. Nothing was changed."
        )


class Migration(migrations.Migration):

    dependencies = [
        ("calibration", "0006_unknown_prompt_text"),
    ]

    operations = [
        migrations.RunPython(check_no_position_is_there_twice, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="sentinelpair",
            constraint=models.UniqueConstraint(fields=("panel", "position"), name="sentinel_position_once"),
        ),
    ]
