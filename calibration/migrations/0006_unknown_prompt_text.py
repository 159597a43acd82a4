# A version whose text nobody knows had the hash of an empty text; now it has none, here and in rankings' inputs.

import hashlib

from django.db import migrations, models

NO_TEXT = hashlib.sha256(b"").hexdigest()


def forget_the_hash_of_no_text(apps, schema_editor):
    alias = schema_editor.connection.alias
    apps.get_model("calibration", "JudgePrompt").objects.using(alias).filter(text="", sha256=NO_TEXT).update(
        sha256=None
    )
    for ranking, prompts in _rankings_with_prompts(apps, alias):
        _store(ranking, {judge: None if digest == NO_TEXT else digest for judge, digest in prompts.items()})


def write_it_again(apps, schema_editor):
    alias = schema_editor.connection.alias
    apps.get_model("calibration", "JudgePrompt").objects.using(alias).filter(sha256=None).update(sha256=NO_TEXT)
    for ranking, prompts in _rankings_with_prompts(apps, alias):
        asked_with = ranking.inputs.get("prompt_versions") or {}  # a judge without a prompt never had a hash
        textless = {judge for judge, digest in prompts.items() if digest is None and asked_with.get(judge)}
        _store(ranking, prompts | dict.fromkeys(textless, NO_TEXT))


def _rankings_with_prompts(apps, alias):
    rankings = apps.get_model("calibration", "PanelRanking").objects.using(alias)
    for ranking in rankings.exclude(inputs={}).only("inputs"):
        yield ranking, ranking.inputs.get("prompt") or {}


def _store(ranking, prompts):
    if prompts != (ranking.inputs.get("prompt") or {}):
        ranking.inputs["prompt"] = prompts
        ranking.save(update_fields=["inputs"])


class Migration(migrations.Migration):

    dependencies = [
        ("calibration", "0005_panel_ranking_claim"),
    ]

    operations = [
        migrations.AlterField(
            model_name="judgeprompt",
            name="sha256",
            field=models.CharField(
                max_length=64, null=True, help_text="Of the text; NULL where it is not known."
            ),
        ),
        migrations.AlterField(
            model_name="judgeprompt",
            name="text",
            field=models.TextField(blank=True, help_text="Empty where votes came with the version alone."),
        ),
        migrations.RunPython(forget_the_hash_of_no_text, write_it_again),
    ]
