"""`serve`: both halves run, both end, and what goes wrong is said in a sentence."""

import os
import signal
import socket
import sys

import pytest

from tests.config.site import PATIENCE_SECONDS, is_running, manage, serving, status_of, wait_until

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc, which only Linux has")


@linux_only
def test_serve_answers_and_sigterm_ends_both_halves(data_folder):
    with serving(data_folder) as site:
        children = site.children()
        assert len(children) == 2
        assert status_of(site.address + "healthz") == 200
        assert status_of(site.address + "static/css/app.css") == 200
        site.process.send_signal(signal.SIGTERM)
        assert site.process.wait(PATIENCE_SECONDS) == 0
        assert not any(is_running(pid) for pid in children)
        assert status_of(site.address + "healthz") == 0
    assert "Traceback" not in site.said()


@linux_only
def test_a_killed_serve_leaves_no_orphan(data_folder):
    with serving(data_folder) as site:
        children = site.children()
        site.process.kill()
        site.process.wait()
        wait_until(lambda: not any(is_running(pid) for pid in children), "the children to end")


@linux_only
def test_a_child_that_ends_is_named_and_ends_the_rest(data_folder):
    with serving(data_folder) as site:
        web, worker = site.children()
        os.kill(worker, signal.SIGKILL)
        assert site.process.wait(PATIENCE_SECONDS) == 1
        assert not is_running(web)
    assert "The worker ended by itself (signal 9), so everything was stopped." in site.said()
    assert "Traceback" not in site.said()


def test_a_busy_port_is_said_before_anything_is_done(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = manage("serve", "--port", str(port), folder=tmp_path)
    assert done.returncode == 1
    assert f"Port {port} is busy" in done.stderr
    assert "--port" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "concord.sqlite3").exists()


def test_an_address_of_another_machine_is_said(tmp_path):
    done = manage("serve", "--host", "192.0.2.1", "--port", "0", folder=tmp_path)
    assert done.returncode == 1
    assert (
        done.stderr.strip()
        == "This machine has no address 192.0.2.1. Use --host 127.0.0.1 or one of its own."
    )
