"""An admin's defaults of the display hold until a person chooses."""

from annotation.site.display import display_of


def test_defaults_of_the_installation_hold_until_a_person_chooses(settings):
    settings.DISPLAY_DEFAULTS = {"text_size": "large", "hide_user_turns": True, "note_first": False}
    nobody_chose = display_of({})
    assert (nobody_chose.text_size, nobody_chose.hide_user_turns, nobody_chose.note_first) == (
        "large",
        True,
        False,
    )
    chosen = display_of({"text_size": "normal", "note_first": True})
    assert (chosen.text_size, chosen.hide_user_turns, chosen.note_first) == ("normal", True, True)


def test_defaults_that_make_no_sense_are_passed_over(settings):
    settings.DISPLAY_DEFAULTS = {"text_size": "enormous", "note_first": "no", "unknown": 1}
    assert (display_of(None).text_size, display_of(None).note_first) == ("normal", True)


def test_the_setting_reaches_the_page(client, cast, settings):
    settings.DISPLAY_DEFAULTS = {"text_size": "larger"}
    client.force_login(cast.viewer)
    assert 'data-text-size="larger"' in client.get("/").content.decode()
