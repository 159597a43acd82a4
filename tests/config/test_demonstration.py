"""What `serve --demo` loads and says. The loader itself is tested with the demo corpus."""

from unittest import mock

import pytest

from annotation.demo.people import DEMO_PASSWORD, DEMO_PEOPLE
from annotation.models import Person
from config.management.commands import serve

pytestmark = pytest.mark.django_db


def test_only_an_empty_site_is_given_the_demonstration(cast):
    with mock.patch.object(serve, "call_command") as called:
        assert serve.load_demonstration_once(print) is False
    called.assert_not_called()


def test_an_empty_site_is_given_it_once():
    with mock.patch.object(serve, "call_command") as called:
        assert serve.load_demonstration_once(print) is True
    called.assert_called_once_with("load_demo", verbosity=0)


def test_log_ins_name_the_people_who_are_there_and_the_password():
    person = DEMO_PEOPLE[0]
    Person.objects.create(username=person.username)
    lines = list(serve.log_ins())
    assert DEMO_PASSWORD in lines[0]
    assert lines[1:] == [f"  {person.username:<14}{person.to_try}"]


def test_without_demo_people_there_is_nothing_to_say():
    assert list(serve.log_ins()) == []
