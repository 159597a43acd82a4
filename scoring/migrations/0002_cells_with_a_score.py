# Cells are computed, so that a score that does not fit its sums is set right before the rule is tightened.

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F, FloatField, Q
from django.db.models.functions import Cast

UNFIT = (Q(score__isnull=True) & Q(weight_voted__gt=0)) | (Q(score__isnull=False) & Q(weight_voted=0))


def score_as_the_sums_say(apps, schema_editor):
    cells = apps.get_model("scoring", "Cell").objects.using(schema_editor.connection.alias)
    cells.filter(UNFIT, weight_voted=0).update(score=None)
    cells.filter(UNFIT).update(score=Cast(F("weight_met"), FloatField()) / F("weight_voted"))


class Migration(migrations.Migration):

    dependencies = [
        ("calibration", "0001_initial"),
        ("scoring", "0001_initial"),
    ]

    operations = [
        migrations.RunPython(score_as_the_sums_say, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="cell",
            constraint=models.CheckConstraint(
                condition=Q(score__isnull=True, weight_voted=0) | Q(score__isnull=False, weight_voted__gt=0),
                name="cell_score_with_verdict",
            ),
        ),
        migrations.AlterField(
            model_name="judgment",
            name="panel",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="judgments",
                to="calibration.frozenpanel",
            ),
        ),
    ]
