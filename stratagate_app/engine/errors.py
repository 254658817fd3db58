"""The exception tree of the engine: codes and fields, no prose for people.

StrataGateError
├── EnvironmentFailure   the world's fault: show it, offer a way out
│   ├── MemoryLockedError, MemoryTooNewError, MemoryForeignError, MemoryDamagedError
│   ├── StorageError     disk full, folder read-only, file not readable
│   └── ModelUnavailableError, ModelFailedError
├── InputRejected        the data's fault: every item with its place
│   ├── ImportFormatError
│   └── ReplySchemaError
├── ConflictError        somebody changed it meanwhile
├── NotFoundError        an id that names nothing
└── OperationCancelled   nobody's fault: shown nowhere
"""

from __future__ import annotations


class StrataGateError(Exception):
    """Anything the engine reports on purpose.

    Attributes:
        code: A stable machine name of what happened, `snake_case`.
        fields: What a sentence about it needs: path, place, ids, numbers.
    """

    code = "error"

    def __init__(self, code: str | None = None, **fields: object) -> None:
        """Keep the code (the class's own when None) and the fields."""
        self.code = code or type(self).code
        self.fields = fields
        details = ", ".join(f"{key}={value!r}" for key, value in fields.items())
        super().__init__(f"{self.code}({details})")


class EnvironmentFailure(StrataGateError):
    """The world's fault: the disk, another process, a server, a missing key."""

    code = "environment"


class MemoryLockedError(EnvironmentFailure):
    """Another process held the file longer than we wait. Fields: path."""

    code = "memory_locked"


class MemoryTooNewError(EnvironmentFailure):
    """The file was written by a newer program. Fields: path, found, supported."""

    code = "memory_too_new"


class MemoryForeignError(EnvironmentFailure):
    """The file is a database of another program, or no database. Fields: path, application_id."""

    code = "memory_foreign"


class MemoryDamagedError(EnvironmentFailure):
    """SQLite finds the file damaged. Fields: path, detail."""

    code = "memory_damaged"


class StorageError(EnvironmentFailure):
    """The disk refused. Codes: disk_full, read_only, unreadable. Fields: path, detail."""

    code = "storage"


class ModelUnavailableError(EnvironmentFailure):
    """A model server cannot be used now; waiting for it costs no attempt.

    Codes: no_model (none is set up), model_unreachable (nobody answers at the address),
    model_busy (too many requests, overloaded, starting), model_balance (nothing left to pay with),
    model_limit (the monthly limit is reached). Fields: detail (what the server said),
    retry_after_s.
    """

    code = "model_unavailable"


class ModelFailedError(ModelUnavailableError):
    """A model server was reached and did not do it: a failed attempt.

    Codes: model_key (401, 403), model_not_found (404), model_address (no such server),
    model_too_large (413, or more than the model can hold), model_rejected (another refusal),
    model_failed (an error of its own), model_timeout, model_broken_off (closed in the middle).
    Fields: detail (what the server said), status.
    """

    code = "model_failed"


class InputRejected(StrataGateError):
    """The data's fault; nothing of the rejected part was stored."""

    code = "input_rejected"


class ImportFormatError(InputRejected):
    """A file that cannot be read.

    Codes: unknown_format, damaged, unsupported_version, unsafe_archive, empty.
    Fields: path, where (line, byte or entry), reason (a code).
    """

    code = "damaged"


class ReplySchemaError(InputRejected):
    """A reply of a summariser or extractor that does not fit. Fields: where, reason."""

    code = "reply_schema"


class ConflictError(StrataGateError):
    """What the command rests on was changed meanwhile. Fields: what stands in the way."""

    code = "conflict"


class NotFoundError(StrataGateError):
    """An id that names nothing. Fields: kind, id."""

    code = "not_found"


class OperationCancelled(StrataGateError):
    """The user asked to stop. Never shown."""

    code = "cancelled"
