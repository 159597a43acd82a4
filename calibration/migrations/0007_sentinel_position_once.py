from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("calibration", "0006_unknown_prompt_text"),
    ]

    operations = [
        migrations.AddConstraint(
            model_name="sentinelpair",
            constraint=models.UniqueConstraint(fields=("panel", "position"), name="sentinel_position_once"),
        ),
    ]
