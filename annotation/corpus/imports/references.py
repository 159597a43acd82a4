"""Reference responses from a file: what differs from the newest revision becomes the next one."""

from collections.abc import Mapping

from annotation.corpus.content_hash import reference_hash
from annotation.corpus.frames import current_references
from annotation.corpus.imports.edit_class import text_edit_class
from annotation.models import EditClass, Origin, Person, ReferenceRevision


def append_references(texts: Mapping[int, str], author: Person | None, reason: str) -> set[int]:
    """Append a revision for every task whose reference differs from its newest one; return those tasks.

    texts: task primary key to the reference. A blank text says nothing and changes nothing.
    """
    present = {revision.task_id: revision for revision in current_references()}
    wanted = {
        task: text
        for task, text in texts.items()
        if text.strip() and not (task in present and present[task].text == text)
    }
    ReferenceRevision.objects.bulk_create(
        [_revision(task, text, present.get(task), author, reason) for task, text in wanted.items()]
    )
    return set(wanted)


def _revision(
    task: int, text: str, parent: ReferenceRevision | None, author: Person | None, reason: str
) -> ReferenceRevision:
    return ReferenceRevision(
        task_id=task,
        number=parent.number + 1 if parent else 1,
        parent=parent,
        author=author,
        origin=Origin.IMPORT,
        reason=reason,
        edit_class=text_edit_class(parent.text, text) if parent else EditClass.FIRST,
        text=text,
        content_hash=reference_hash(text),
    )
