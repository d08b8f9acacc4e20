"""What goes over the wire and what is made of it, without any input or output: shared by both clients."""

from __future__ import annotations

import ipaddress
import json as json_module
import os
import random
import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from pathlib import Path
from time import time
from typing import Any, BinaryIO, Union
from urllib.parse import parse_qs, quote, urlsplit

import httpx

from .errors import ConnectionFailed, InputError, RequestTimeout, ServiceError, service_error

DEFAULT_URL = "http://127.0.0.1:4747"
#: What can be sent as it is: bytes, a file's path, a file that is open for reading bytes.
Source = Union[bytes, Path, BinaryIO]

# Answers that say of themselves that a later try may do better. Other 503s (no language model) stay as they are.
_WORTH_A_RETRY = {
    "rate_limited",
    "overloaded",
    "queue_full",
    "shutting_down",
    "issuer_unavailable",
    "too_many_listeners",
    "provider_rate_limited",
    "provider_unavailable",
    "request_in_progress",
}


@dataclass(frozen=True)
class Settings:
    """Where the service is, and how patient the client is with it."""

    url: str
    key: str | None = field(repr=False, default=None)
    timeout: float = 60.0
    max_retries: int = 4
    max_wait: float = 60.0

    @property
    def trusts_proxies(self) -> bool:
        """A proxy of the environment cannot reach what listens on this machine's loopback."""
        host = urlsplit(self.url).hostname or ""
        try:
            return not ipaddress.ip_address(host).is_loopback
        except ValueError:
            return host != "localhost"

    def headers(self) -> dict[str, str]:
        agent = {"user-agent": "sibyl-client-python"}
        return {**agent, "authorization": f"Bearer {self.key}"} if self.key else agent


def settle(url: str | None, key: str | None, timeout: float, max_retries: int, max_wait: float) -> Settings:
    """Arguments first, then SIBYL_URL and SIBYL_API_KEY, then the address that `npm start` listens on."""
    given = (url or os.environ.get("SIBYL_URL") or DEFAULT_URL).strip()
    if not re.match(r"https?://[^/]+", given):
        raise InputError(f"The url {given!r} must begin with http:// or https://, such as {DEFAULT_URL}.")
    secret = (key or "").strip() or key_of_environment()
    if secret and not re.fullmatch(r"[\x21-\x7e]+", secret):
        raise InputError("The key holds spaces, line breaks or characters that no key has; keys look like sib_….")
    address = re.sub(r"(/v1)?/api$", "", given.rstrip("/"))
    return Settings(address, secret, timeout, max_retries, max_wait)


def key_of_environment() -> str | None:
    return os.environ.get("SIBYL_API_KEY", "").strip() or None


@dataclass(frozen=True)
class Call:
    """One request, before it is known by which client it is sent."""

    method: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    json: Any = None
    #: Bytes that are JSON already, or a file.
    body: Source | None = None
    content_type: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    #: Whether sending it twice does no more than sending it once.
    repeatable: bool = False
    #: Seconds that the answer may take, where that is more than the client's time-out.
    patience: float = 0.0

    def httpx_arguments(self, settings: Settings) -> dict[str, Any]:
        query = {name: spell(value) for name, value in self.query.items() if value is not None}
        read = max(settings.timeout, self.patience)
        arguments: dict[str, Any] = {
            "params": query or None,
            "headers": dict(self.headers),
            "timeout": httpx.Timeout(settings.timeout, read=read, write=read, connect=min(10.0, settings.timeout)),
        }
        if self.json is not None:
            arguments["json"] = self.json
        if self.content_type:
            arguments["headers"]["content-type"] = self.content_type
        return arguments


def address(*parts: str) -> str:
    """An address below /api/projects, each part escaped."""
    for part in parts:
        if not isinstance(part, str) or not part:
            raise InputError(f"A name must be a text that is not empty, not {part!r}.")
    return "/api/projects" + "".join(f"/{quote(part, safe='')}" for part in parts)


def creating(method: str, path: str, **more: Any) -> Call:
    """A POST that makes or starts something: the key makes sure that a retry does not do so twice."""
    headers = {**more.pop("headers", {}), "idempotency-key": str(uuid.uuid4())}
    return Call(method, path, headers=headers, repeatable=True, **more)


def reading(method: str, path: str, **more: Any) -> Call:
    """A request that changes nothing."""
    return Call(method, path, repeatable=True, **more)


def spell(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def next_cursor(response: httpx.Response) -> str | None:
    """The cursor of the next page: the address itself may be that of a service behind a proxy."""
    link = response.links.get("next")
    if not link:
        return None
    return parse_qs(urlsplit(link["url"]).query).get("cursor", [None])[0]


def problem_of(response: httpx.Response, settings: Settings) -> ServiceError:
    """The exception for an answer that is no success; its body must have been read."""
    status = response.status_code
    kind = response.headers.get("content-type", "")
    if "json" in kind:
        try:
            problem = response.json()
        except ValueError:
            problem = None
        if isinstance(problem, dict) and "code" in problem:
            return service_error(problem, status, _hint(status, problem, settings))
    what = f"{settings.url} answered {status} with {kind or 'no content type'}"
    if response.is_redirect:
        what += f", a redirect to {response.headers.get('location')}; give that address as url"
    return service_error({"detail": f"{what}: this is no answer of a Sibyl service."}, status)


def _hint(status: int, problem: Mapping[str, Any], settings: Settings) -> str:
    if status == 401:
        return (
            "Is the key (key=… or SIBYL_API_KEY) right, and of this service?"
            if settings.key
            else "Give a key: sibyl.Client(url, key) or the environment variable SIBYL_API_KEY."
        )
    return ""


def failure_of(error: httpx.TransportError, call: Call, settings: Settings) -> ConnectionFailed:
    if isinstance(error, httpx.TimeoutException):
        return RequestTimeout(
            f"{settings.url} did not answer {call.method} {call.path} within "
            f"{max(settings.timeout, call.patience):g} s ({type(error).__name__}); timeout=… gives it longer."
        )
    reason = str(error) or type(error).__name__
    if isinstance(error, httpx.ConnectError):
        return ConnectionFailed(
            f"Nothing answers at {settings.url} ({reason}). Is the service running, and is the url right?"
        )
    return ConnectionFailed(f"{settings.url} broke off {call.method} {call.path} ({reason}).")


def retry_pause(
    outcome: httpx.Response | httpx.TransportError, call: Call, attempt: int, settings: Settings
) -> float | None:
    """Seconds until the next try; None where there shall be none."""
    if attempt >= settings.max_retries:
        return None
    pause = min(8.0, 0.25 * 2.0**attempt) * random.uniform(0.7, 1.3)
    if isinstance(outcome, httpx.TransportError):
        never_arrived = isinstance(outcome, httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout)
        return pause if never_arrived or (call.repeatable and not isinstance(outcome, httpx.ReadTimeout)) else None
    if not _may_do_better(outcome, call):
        return None
    told = _retry_after(outcome)
    if told is not None and told > settings.max_wait:
        return None
    return max(pause, told) if told is not None else pause


def _may_do_better(response: httpx.Response, call: Call) -> bool:
    code = _code_of(response)
    if code is not None:
        return code in _WORTH_A_RETRY
    # No problem document: a proxy before the service, which is away for a moment.
    return response.status_code == 429 or (response.status_code in (502, 503, 504) and call.repeatable)


def _code_of(response: httpx.Response) -> str | None:
    if response.is_success or "json" not in response.headers.get("content-type", ""):
        return None
    try:
        body = response.json()
    except ValueError:
        return None
    return str(body["code"]) if isinstance(body, dict) and "code" in body else None


def _retry_after(response: httpx.Response) -> float | None:
    value = response.headers.get("retry-after")
    if not value:
        return None
    if value.isdigit():
        return float(value)
    try:
        at: float = parsedate_to_datetime(value).timestamp()
        return max(0.0, at - time())
    except (ValueError, TypeError):
        return None


def as_json(value: Any) -> str | None:
    return None if value is None else json_module.dumps(value)
