# A frozen panel is never changed or deleted, so that two with one manifest are named instead of mended.

from django.core.management.base import CommandError
from django.db import migrations, models
from django.db.models import Count


def check_no_manifest_is_there_twice(apps, schema_editor):
    panels = apps.get_model("calibration", "FrozenPanel").objects.using(schema_editor.connection.alias)
    twice = panels.order_by().values("sha256").annotate(n=Count("id")).filter(n__gt=1)
    names = list(panels.filter(sha256__in=twice.values("sha256")).order_by("id").values_list("name", flat=True))
    if names:
        raise CommandError(
            f"These frozen panels share a manifest: {', '.join(names)}. Keep the one that has graded, remove the "
            "other from the database by hand after a backup, and migrate again. Nothing was changed."
        )


class Migration(migrations.Migration):

    dependencies = [
        ("calibration", "0003_frozen_panel_retest"),
    ]

    operations = [
        migrations.RunPython(check_no_manifest_is_there_twice, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="frozenpanel",
            constraint=models.UniqueConstraint(fields=("sha256",), name="frozen_panel_manifest_once"),
        ),
    ]
