"""The embedded broker's folder."""

from config.broker import broker_options, clear_stale_replies


def test_the_embedded_broker_has_its_folders_and_polls_quickly(tmp_path):
    options = broker_options("filesystem://localhost", tmp_path / "broker")
    assert options["polling_interval"] == 0.05
    assert (tmp_path / "broker" / "messages").is_dir()


def test_other_brokers_need_nothing(tmp_path):
    assert broker_options("redis://localhost/0", tmp_path / "broker") == {}
    assert not (tmp_path / "broker").exists()


def test_only_stale_replies_are_cleared(tmp_path):
    broker_options("filesystem://localhost", tmp_path)
    work = tmp_path / "messages" / "1_a.celery.msg"
    stale = tmp_path / "messages" / "2_b.celery@host.celery.pidbox.msg"
    work.touch()
    stale.touch()
    assert clear_stale_replies(tmp_path) == 1
    assert work.exists()
    assert not stale.exists()
