"""One family of exceptions: whatever goes wrong in this package is a `SibylError`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


class SibylError(Exception):
    """What every exception of this package is."""


class InputError(SibylError, ValueError):
    """The arguments cannot be sent to the service; nothing was sent."""


class MissingPackage(SibylError, ImportError):
    """A package that is optional is needed for this."""


class ConnectionFailed(SibylError, ConnectionError):
    """No answer came from the service."""


class RequestTimeout(ConnectionFailed, TimeoutError):
    """No answer came within the time-out."""


class TrainingFailed(SibylError):
    """A training came to no model. `record` is the model's record, `str()` says why."""

    def __init__(self, message: str, record: Mapping[str, Any]) -> None:
        super().__init__(message)
        self.record = record


class TrainingCancelled(TrainingFailed):
    """Somebody cancelled the training."""


@dataclass(frozen=True)
class Fault:
    """One fault of the input, such as pointer `/3/sqft`, code `wrong_type`."""

    pointer: str
    code: str
    detail: str


class ServiceError(SibylError):
    """The service answered with a problem document (RFC 9457)."""

    def __init__(self, problem: Mapping[str, Any], status: int, hint: str = "") -> None:
        self.problem = dict(problem)
        self.status = status
        self.code = str(problem.get("code", f"http_{status}"))
        self.title = str(problem.get("title", ""))
        self.detail = str(problem.get("detail", "") or self.title)
        self.request_id: str | None = problem.get("instance")
        self.errors = [_fault(one) for one in problem.get("errors", []) if isinstance(one, Mapping)]
        #: Position among the rows that were given to predict, where the fault lies in a row.
        self.row: int | None = None
        self.hint = hint
        super().__init__(self.detail)

    @property
    def pointer(self) -> str | None:
        """Where the first fault lies, as a JSON pointer."""
        return self.errors[0].pointer if self.errors else None

    @property
    def field(self) -> str | None:
        """The field, column or query parameter that the first fault is about."""
        if self.pointer is None:
            return None
        names = [part for part in re.split(r"[/?]", self.pointer) if part and not part.isdigit()]
        return names[-1].replace("~1", "/").replace("~0", "~") if names else None

    def __str__(self) -> str:
        where = ", ".join(part for part in (self.code, str(self.status), self.request_id) if part)
        return " ".join(part for part in (self.detail, self.hint, f"[{where}]") if part)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuild, (self.problem, self.status, self.hint, self.row))


class BadRequest(ServiceError):
    """400: the input is not valid; `field` and `errors` say where."""


class Unauthenticated(ServiceError):
    """401: the request carries no valid key."""


class NotPermitted(ServiceError):
    """403: the key does not allow this."""


class NotFound(ServiceError):
    """404: there is no such record, or the key does not reach it."""


class Conflict(ServiceError):
    """409: a name is taken, or the record is in a state that does not allow this."""


class Stale(ServiceError):
    """412: somebody else changed the record first."""


class TooLarge(ServiceError):
    """413: the body, the file or the rows are more than the service takes."""


class Unprocessable(ServiceError):
    """422: well-formed, but it cannot be done."""


class RateLimited(ServiceError):
    """429: too many requests, after all retries."""


class Unavailable(ServiceError):
    """5xx: the service, or somebody it asks, cannot answer now."""


_BY_STATUS: dict[int, type[ServiceError]] = {
    400: BadRequest,
    401: Unauthenticated,
    403: NotPermitted,
    404: NotFound,
    409: Conflict,
    412: Stale,
    413: TooLarge,
    422: Unprocessable,
    429: RateLimited,
}


def service_error(problem: Mapping[str, Any], status: int, hint: str = "") -> ServiceError:
    """The exception of the family that fits the status."""
    kind = _BY_STATUS.get(status, Unavailable if status >= 500 else ServiceError)
    return kind(problem, status, hint)


def _rebuild(problem: Mapping[str, Any], status: int, hint: str, row: int | None) -> ServiceError:
    error = service_error(problem, status, hint)
    error.row = row
    return error


def _fault(one: Mapping[str, Any]) -> Fault:
    return Fault(str(one.get("pointer", "")), str(one.get("code", "")), str(one.get("detail", "")))
