"""The embedded broker's folder, and its files, which are whole or not there."""

import json
import subprocess
import sys

import pytest
from kombu import Connection

import config.celery  # noqa: F401 - names the transport
from config.broker import broker_options, clear_stale_replies
from tests.config.site import PATIENCE_SECONDS, ROOT


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


@pytest.fixture
def connection(tmp_path):
    """To a folder of the test's own. The process keeps which queues there are, so each test names another."""
    options = broker_options("filesystem://localhost", tmp_path / "broker")
    with Connection("filesystem://localhost", transport_options=options) as opened:
        yield opened


def test_messages_come_in_the_order_they_were_sent(connection):
    box = connection.SimpleQueue("order")
    for number in range(20):
        box.put({"number": number})
    assert [box.get(timeout=5).payload["number"] for _ in range(20)] == list(range(20))


WRITER = """
import sys
import config.celery
from config.broker import broker_options
from kombu import Connection
from pathlib import Path
folder, part = Path(sys.argv[1]), int(sys.argv[2])
options = broker_options("filesystem://localhost", folder)
with Connection("filesystem://localhost", transport_options=options) as writing:
    box = writing.SimpleQueue("work")
    for number in range(300):
        box.put(part * 1000 + number)
"""


def test_whoever_reads_while_others_write_finds_whole_messages(connection, tmp_path):
    """With the client's own transport a reader met a file that was still empty, now and then."""
    folder = str(tmp_path / "broker")
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, folder, str(part)], cwd=ROOT) for part in (0, 1)
    ]
    box, found = connection.SimpleQueue("work"), set()
    while len(found) < 600:
        message = box.get(timeout=PATIENCE_SECONDS)
        found.add(message.payload)
        message.ack()
    assert [writer.wait() for writer in writers] == [0, 0]
    assert found == {part * 1000 + number for part in (0, 1) for number in range(300)}


def test_a_message_that_is_none_is_dropped_with_a_word(connection, tmp_path, caplog):
    box = connection.SimpleQueue("odd")
    folder = tmp_path / "broker" / "messages"
    (folder / "000_a.odd.msg").touch()
    (folder / "000_b.unfinished").write_text(json.dumps({"never": "sent"}))
    box.put("sound")
    assert box.get(timeout=5).payload == "sound"
    assert "could not be read and was dropped" in caplog.text
