"""What is wrong with a model server, in words."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

_WORDS = {
    "no_model": QT_TRANSLATE_NOOP("ModelErrors", "No model is set up."),
    "model_unreachable": QT_TRANSLATE_NOOP(
        "ModelErrors", "Nobody answers at the address. Is the server running?"
    ),
    "model_busy": QT_TRANSLATE_NOOP("ModelErrors", "The server has too much to do right now."),
    "model_balance": QT_TRANSLATE_NOOP("ModelErrors", "There is nothing left to pay with."),
    "model_limit": QT_TRANSLATE_NOOP("ModelErrors", "The monthly limit is reached."),
    "model_key": QT_TRANSLATE_NOOP("ModelErrors", "The server refused the key."),
    "model_not_found": QT_TRANSLATE_NOOP("ModelErrors", "The server does not know this model."),
    "model_address": QT_TRANSLATE_NOOP("ModelErrors", "There is no model server at the address."),
    "model_too_large": QT_TRANSLATE_NOOP("ModelErrors", "It is more than the model can hold."),
    "model_rejected": QT_TRANSLATE_NOOP("ModelErrors", "The server refused the request."),
    "model_failed": QT_TRANSLATE_NOOP("ModelErrors", "The server failed."),
    "model_timeout": QT_TRANSLATE_NOOP("ModelErrors", "The server took too long."),
    "model_broken_off": QT_TRANSLATE_NOOP(
        "ModelErrors", "The server closed the connection in the middle."
    ),
    "no_json": QT_TRANSLATE_NOOP(
        "ModelErrors", "The model does not reply in JSON. Another one may."
    ),
    "reply_schema": QT_TRANSLATE_NOOP(
        "ModelErrors", "The model’s reply was not of the wanted form."
    ),
}


def model_error(code: str) -> str:
    """Return what is wrong; an unknown code stays a code."""
    return QCoreApplication.translate("ModelErrors", str(_WORDS.get(code, code)))
