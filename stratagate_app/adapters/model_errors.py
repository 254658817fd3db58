"""What went wrong with a model server, as errors that say what to do about it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import isfinite

from stratagate_app.engine import ModelFailedError, ModelUnavailableError, mask_secrets

# A server may say "in a year"; then it is asked again all the same.
LONGEST_WAIT_S = 3600.0
BALANCE_WAIT_S = 600.0
DETAIL_CHARS = 300
_WAITING = frozenset({429, 502, 503, 504, 529})
_TOO_LARGE = re.compile(
    r"context[ _](?:length|size|window)|too (?:large|long)|max\w* context", re.IGNORECASE
)
_UNSEEN = re.compile(r"[^\S ]+|[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]+")


def error_of_status(
    status: int, said: str, headers: Mapping[str, str], now: datetime
) -> ModelUnavailableError:
    """Return the error that an HTTP status stands for.

    Args:
        status: 300 and above.
        said: The server's own words, without our key.
        headers: Of the answer, for Retry-After.
        now: For a Retry-After that is a date.
    """
    detail = tidy(said)
    if status in _WAITING:
        fields = {"retry_after_s": retry_after_s(headers, now), "detail": detail}
        known = {name: value for name, value in fields.items() if value not in (None, "")}
        return ModelUnavailableError("model_busy", status=status, **known)
    if status == 402:  # noqa: PLR2004 - Payment Required: DeepSeek's word for an empty account
        return ModelUnavailableError("model_balance", detail=detail, retry_after_s=BALANCE_WAIT_S)
    if status in (401, 403):
        code = "model_key"
    elif status == 413 or (status in (400, 422, 500) and _TOO_LARGE.search(said)):  # noqa: PLR2004
        code = "model_too_large"
    elif status == 404:  # noqa: PLR2004
        # Whoever serves models names the one that is missing; other servers name the page.
        code = "model_not_found" if "model" in said.lower() else "model_address"
    elif status < 400 or status == 405:  # noqa: PLR2004 - a redirect, or no place to post to
        code = "model_address"
    elif status < 500:  # noqa: PLR2004
        code = "model_rejected"
    else:
        code = "model_failed"
    return ModelFailedError(code, status=status, detail=detail)


def error_of_connection(error: BaseException) -> ModelUnavailableError:
    """Return the error that a failed connection stands for, by what it came from.

    The HTTP library beneath may be one or the other of two with the same names.
    """
    causes: list[BaseException] = []
    cause: BaseException | None = error
    while cause is not None and len(causes) < 8:  # noqa: PLR2004 - deeper chains tell no more
        causes.append(cause)
        cause = cause.__cause__ or cause.__context__
    names = [type(item).__name__ for item in causes]
    if any(name in ("ConnectError", "ConnectTimeout", "UnsupportedProtocol") for name in names):
        told = next((str(item) for item in causes if isinstance(item, OSError)), str(causes[-1]))
        return ModelUnavailableError("model_unreachable", detail=tidy(told))
    if any("Timeout" in name for name in names):
        return ModelFailedError("model_timeout")
    return ModelFailedError("model_broken_off", detail=tidy(str(causes[-1])))


def retry_after_s(headers: Mapping[str, str], now: datetime) -> float | None:
    """Return how many seconds a server asks to wait, at most an hour; None if it does not say.

    Rule:
        RFC 9110, 10.2.3: seconds, or a date.
    """
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        text = headers.get(name, "").strip()
        if not text:
            continue
        try:
            wait = float(text) * unit
        except ValueError:
            try:
                at = parsedate_to_datetime(text)
            except ValueError:
                continue
            wait = ((at if at.tzinfo else at.replace(tzinfo=UTC)) - now).total_seconds()
        if isfinite(wait):
            return min(LONGEST_WAIT_S, max(0.0, wait))
    return None


def tidy(said: str) -> str:
    """Return what a server said, as it may be kept and shown: one line, short, nothing secret."""
    return mask_secrets(_UNSEEN.sub(" ", said[: 10 * DETAIL_CHARS])).strip()[:DETAIL_CHARS]
