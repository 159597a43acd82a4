"""One operation for all tables of an application.

After each CreateModel Django builds anew the classes of every model that is related, however far, to the one
added; with fifty models, all of them related, that takes most of the time of `migrate`.
"""

from django.db.migrations.operations import CreateModel
from django.db.migrations.operations.base import Operation, OperationCategory


class CreateTogether(Operation):
    """Creates models in the order given; their classes are built once, when all of them are known."""

    category = OperationCategory.ADDITION
    serialization_expand_args = ["operations"]

    def __init__(self, operations: list[CreateModel]) -> None:
        self.operations = operations

    def state_forwards(self, app_label, state):
        state.__dict__.pop("apps", None)  # Django builds it again, whole, when it is next asked for
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        for operation in self.operations:
            operation.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label, schema_editor, from_state, to_state):
        for operation in reversed(self.operations):
            operation.database_backwards(app_label, schema_editor, from_state, to_state)

    def references_model(self, name, app_label):
        return any(operation.references_model(name, app_label) for operation in self.operations)

    def describe(self):
        return "Create " + ", ".join(operation.name for operation in self.operations)
