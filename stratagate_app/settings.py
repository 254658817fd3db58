"""Every setting as data, and where the program's own resources are.

The dialog, the defaults and the validation come from `SETTINGS`. Values live in the memory file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stratagate_app.engine import JsonValue


def QT_TRANSLATE_NOOP(_context: str, text: str) -> str:  # noqa: N802 - lupdate knows this name
    """Mark a text for translation where it is used later; return it unchanged."""
    return text


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting.

    Attributes:
        key: Name in the memory file.
        default: Value where nothing valid is stored; its type is the setting's type.
        group: Heading in the dialog, to be translated in context "Settings"; "" keeps it out of
            the dialog (state the program remembers by itself).
        label: To be translated in context "Settings".
        help: To be translated in context "Settings".
        minimum: Lowest number.
        maximum: Highest number.
        step: Step of a decimal number.
        choices: Allowed texts and their labels (to be translated).
        formerly: An older key whose value is taken over.
    """

    key: str
    default: JsonValue
    group: str = ""
    label: str = ""
    help: str = ""
    minimum: float | None = None
    maximum: float | None = None
    step: float | None = None
    choices: tuple[tuple[str, str], ...] = ()
    formerly: str = ""


THEME = Setting(
    key="ui.theme",
    default="system",
    group=QT_TRANSLATE_NOOP("Settings", "Appearance"),
    label=QT_TRANSLATE_NOOP("Settings", "Theme"),
    help=QT_TRANSLATE_NOOP("Settings", "System follows what the desktop is set to."),
    choices=(
        ("system", QT_TRANSLATE_NOOP("Settings", "System")),
        ("light", QT_TRANSLATE_NOOP("Settings", "Light")),
        ("dark", QT_TRANSLATE_NOOP("Settings", "Dark")),
    ),
)
LANGUAGE = Setting(
    key="ui.language",
    default="system",
    group=QT_TRANSLATE_NOOP("Settings", "Appearance"),
    label=QT_TRANSLATE_NOOP("Settings", "Language"),
    help=QT_TRANSLATE_NOOP("Settings", "Changes at once, without a restart."),
    choices=(
        ("system", QT_TRANSLATE_NOOP("Settings", "System")),
        # A language is named in itself, so that whoever needs it can read it.
        ("en", "English"),
        ("zh_CN", "简体中文"),
    ),
)
BLOCK_TURNS = Setting(
    key="new_workspace.block_turns",
    default=6,
    group=QT_TRANSLATE_NOOP("Settings", "New workspaces"),
    label=QT_TRANSLATE_NOOP("Settings", "Turns a block"),
    help=QT_TRANSLATE_NOOP(
        "Settings", "How many turns a conversation grows by before they are sealed into a block."
    ),
    minimum=1,
    maximum=200,
)
DECAY_LAMBDA = Setting(
    key="new_workspace.decay_lambda",
    default=0.30,
    group=QT_TRANSLATE_NOOP("Settings", "New workspaces"),
    label=QT_TRANSLATE_NOOP("Settings", "Decay (λ)"),
    help=QT_TRANSLATE_NOOP(
        "Settings", "How fast older blocks are shown in less detail. 0 keeps every word."
    ),
    minimum=0.0,
    maximum=1.0,
    step=0.05,
)
EXTRACTION = Setting(
    key="jobs.extract",
    default=True,
    group=QT_TRANSLATE_NOOP("Settings", "Background work"),
    label=QT_TRANSLATE_NOOP("Settings", "Look for events"),
    help=QT_TRANSLATE_NOOP(
        "Settings", "Off, blocks are only summarised. What was found before stays."
    ),
)
# Where the servers of the presets listen; "none" is the built-in rules.
PRESET_URLS: Mapping[str, str] = {
    "none": "",
    "openai": "https://api.openai.com/v1",
    "deepseek": "https://api.deepseek.com/v1",
    "ollama": "http://localhost:11434/v1",
    "lmstudio": "http://localhost:1234/v1",
    "llamacpp": "http://localhost:8080/v1",
    "other": "",
}
NO_MODEL = "none"
MODEL_GROUP = QT_TRANSLATE_NOOP("Settings", "Model")
MODEL_PRESET = Setting(
    key="model.preset",
    default=NO_MODEL,
    group=MODEL_GROUP,
    label=QT_TRANSLATE_NOOP("Settings", "Provider"),
    help=QT_TRANSLATE_NOOP(
        "Settings", "Who summarises, finds events and answers questions. Built-in rules need none."
    ),
    choices=(
        ("none", QT_TRANSLATE_NOOP("Settings", "Built-in rules")),
        ("openai", "OpenAI"),
        ("deepseek", "DeepSeek"),
        ("ollama", "Ollama"),
        ("lmstudio", "LM Studio"),
        ("llamacpp", "llama.cpp"),
        ("other", QT_TRANSLATE_NOOP("Settings", "Other server")),
    ),
)
MODEL_URL = Setting(
    key="model.url",
    default="",
    group=MODEL_GROUP,
    label=QT_TRANSLATE_NOOP("Settings", "Address"),
    help=QT_TRANSLATE_NOOP("Settings", "Any server that speaks as OpenAI does."),
)
MODEL_NAME = Setting(
    key="model.name",
    default="",
    group=MODEL_GROUP,
    label=QT_TRANSLATE_NOOP("Settings", "Model"),
    help=QT_TRANSLATE_NOOP("Settings", "Its name, as the provider writes it."),
)
MODEL_TIMEOUT = Setting(
    key="model.timeout_s",
    default=120,
    group=MODEL_GROUP,
    label=QT_TRANSLATE_NOOP("Settings", "Longest wait (seconds)"),
    help=QT_TRANSLATE_NOOP("Settings", "For one whole reply."),
    minimum=5,
    maximum=1800,
)
MODEL_AT_ONCE = Setting(
    key="model.at_once",
    default=2,
    group=MODEL_GROUP,
    label=QT_TRANSLATE_NOOP("Settings", "Requests at once"),
    help=QT_TRANSLATE_NOOP("Settings", "1 for a model on this computer."),
    minimum=1,
    maximum=8,
)
MODEL_MASK = Setting(
    key="model.mask_secrets",
    default=True,
    group=MODEL_GROUP,
    label=QT_TRANSLATE_NOOP("Settings", "Mask secrets"),
    help=QT_TRANSLATE_NOOP("Settings", "Keys and passwords in conversations are not sent along."),
)
MODEL_PRICES = Setting(
    key="model.prices",
    default={},
    group=MODEL_GROUP,
    label=QT_TRANSLATE_NOOP("Settings", "Price of a million tokens"),
    help=QT_TRANSLATE_NOOP("Settings", "Sent and received, in your currency. Kept for each model."),
)
MODEL_LIMIT = Setting(
    key="model.monthly_limit",
    default=0.0,
    group=MODEL_GROUP,
    label=QT_TRANSLATE_NOOP("Settings", "Monthly limit"),
    help=QT_TRANSLATE_NOOP("Settings", "Work pauses when it is reached. 0 for none."),
    minimum=0.0,
    maximum=1_000_000.0,
    step=1.0,
)
# How each server and model gives structured replies, as it was found out.
MODEL_MODES = Setting(key="model.modes", default={})
WINDOW_STATE = Setting(key="ui.window", default={})

SETTINGS: tuple[Setting, ...] = (
    THEME,
    LANGUAGE,
    BLOCK_TURNS,
    DECAY_LAMBDA,
    EXTRACTION,
    MODEL_PRESET,
    MODEL_URL,
    MODEL_NAME,
    MODEL_TIMEOUT,
    MODEL_AT_ONCE,
    MODEL_MASK,
    MODEL_PRICES,
    MODEL_LIMIT,
    MODEL_MODES,
    WINDOW_STATE,
)
MODEL_KEYS = frozenset(setting.key for setting in SETTINGS if setting.group == MODEL_GROUP)


def valid_value(setting: Setting, value: JsonValue) -> JsonValue:
    """Return the stored value where it is allowed, else the nearest allowed one or the default."""
    default = setting.default
    if setting.choices:
        return value if value in [choice for choice, _label in setting.choices] else default
    if isinstance(default, Mapping):
        return value if isinstance(value, Mapping) else default
    if isinstance(default, bool):
        return value if isinstance(value, bool) else default
    if isinstance(default, int | float):
        if isinstance(value, bool) or not isinstance(value, int | float) or isnan(value):
            return default
        low = setting.minimum if setting.minimum is not None else value
        high = setting.maximum if setting.maximum is not None else value
        bounded = min(max(value, low), high)
        return int(bounded) if isinstance(default, int) else float(bounded)
    return value if isinstance(value, type(default)) else default


def read_settings(stored: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Return every setting with its stored or default value; what is invalid is repaired."""
    values: dict[str, JsonValue] = {}
    for setting in SETTINGS:
        found = stored.get(setting.key)
        if found is None and setting.formerly:
            found = stored.get(setting.formerly)
        values[setting.key] = setting.default if found is None else valid_value(setting, found)
    return values


def program_version() -> str:
    """Return the version of the installed program; "0" in a checkout that is not installed."""
    try:
        return version("stratagate")
    except PackageNotFoundError:
        return "0"


def resources_folder() -> Path:
    """Return the folder with icons, samples and translations: installed, or in a checkout."""
    package = Path(__file__).resolve().parent
    installed = package / "resources"
    return installed if installed.is_dir() else package.parent / "resources"


def sample_files() -> tuple[Path, ...]:
    """Return the invented conversations that come with the program, by name."""
    folder = resources_folder() / "samples"
    if not folder.is_dir():
        return ()
    return tuple(
        sorted(
            path
            for path in folder.iterdir()
            if path.suffix.lower() in {".json", ".jsonl", ".zip"} and path.is_file()
        )
    )


EXPORT_PROMPTS = {"en": "external-memory-en.md", "zh_CN": "external-memory-zh.md"}
"""Files of the prompt that asks another assistant for its memories, by language."""


def export_prompt(language: str) -> str:
    """Return the prompt in a language; the English one where there is none."""
    name = EXPORT_PROMPTS.get(language, EXPORT_PROMPTS["en"])
    return (resources_folder() / "prompts" / name).read_text("utf-8")
