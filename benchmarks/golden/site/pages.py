"""Every address of the site as every role is answered: read, read as a part, and sent an empty form."""

import hashlib
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from benchmarks.golden.site.addresses import Atlas, links, routes
from benchmarks.golden.site.visitor import PART, Answer, Visitor

PEOPLE = (None, "admin", "clinician-1", "clinician-3", "author", "viewer")
SAMPLES = 3
MOST_PAGES = 2000
LONGEST_NAME = 150
UNKNOWN_METHOD = "PURGE"  # answered with the methods that are allowed


def write_pages(folder: Path) -> None:
    """Follow the links as each role, then ask for every route, also those that nobody links."""
    atlas, visitors = Atlas(), [Visitor(name) for name in PEOPLE]
    met = {visitor.name: list(_followed(visitor, atlas)) for visitor in visitors[1:]}
    everywhere = [address for route, _ in routes() for address in atlas.samples(route, SAMPLES)]
    for visitor in visitors:
        own = dict.fromkeys([*met.get(visitor.name, ["/"]), *everywhere])
        for address in own:
            _keep(folder / "pages" / visitor.name, address, _answers(visitor, address, address in everywhere))
    admin = visitors[1]
    (folder / "addresses.txt").write_text("\n".join(_address_lines(admin, atlas)) + "\n", encoding="utf-8")
    for suffix, kind in (("yaml", "application/yaml"), ("json", "application/json")):
        schema = admin.look("GET", "/api/schema/", headers={"Accept": kind})
        (folder / f"schema.{suffix}").write_text(schema.text, encoding="utf-8")


def _followed(visitor: Visitor, shared: Atlas) -> Iterator[str]:
    """Addresses in the order in which their links are met. `shared` learns them for everybody."""
    own, waiting = Atlas(), deque(["/"])
    own.add("/")
    for _ in range(MOST_PAGES):
        if not waiting:
            return
        address = waiting.popleft()
        shared.add(address)
        answer = visitor.look("GET", address)
        if answer.status != 405:
            yield address
        found = [*links(address, answer.text), answer.headers.get("Location", "")]
        waiting.extend(link for link in found if link.startswith("/") and own.add(link))


def _answers(visitor: Visitor, address: str, is_sent: bool) -> Iterator[tuple[str, Answer]]:
    page = visitor.look("GET", address)
    yield f"GET {address}", page
    part = visitor.look("GET", address, headers=PART)
    if part.as_text() != page.as_text():
        yield f"GET {address} as a part", part
    if is_sent:
        yield f"POST {address}", visitor.look("POST", address, data={})
    if is_sent and address.startswith("/api/"):
        for method in ("POST", "PUT", "DELETE"):
            yield f"{method} {address} {{}}", visitor.look(method, address, body={})


def _address_lines(admin: Visitor, atlas: Atlas) -> Iterator[str]:
    """Route, name and methods of each pattern, in the order in which they are tried."""
    for route, pattern in routes():
        samples = atlas.samples(route, 1)
        answer = admin.look(UNKNOWN_METHOD, samples[0]) if samples else None
        allowed = answer.headers.get("Allow", f"answers {answer.status}") if answer else "not asked"
        yield f"/{route}  {pattern.name or '-'}  {allowed}"


def _keep(folder: Path, address: str, answers: Iterator[tuple[str, Answer]]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    name = quote(address.strip("/").replace("/", "_"), safe=" =&") or "home"
    if len(name) > LONGEST_NAME:
        name = f"{name[:LONGEST_NAME]} {hashlib.sha256(address.encode()).hexdigest()[:8]}"
    parts = [f"=== {what}\n{answer.as_text()}\n" for what, answer in answers]
    with (folder / f"{name}.txt").open("x", encoding="utf-8", newline="") as file:
        file.write("\n".join(parts))
