"""The language of the window: which one, and its texts in the application."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator

from stratagate_app.settings import resources_folder

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

LANGUAGES = ("en", "zh_CN")


class WindowLanguage:
    """The translators of a run of the program, in an application that may outlive it."""

    def __init__(self, application: QApplication) -> None:
        self._application = application
        self._translators: list[QTranslator] = []

    def apply(self, choice: str) -> None:
        """Speak the language of the setting from now on; texts that are shown stay."""
        self.remove()
        language = language_for(choice)
        QLocale.setDefault(_locale_for(language))
        for name, folder in (
            (f"qtbase_{language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)),
            (f"stratagate_{language}", str(resources_folder() / "i18n")),
        ):
            translator = QTranslator(self._application)
            if translator.load(name, folder):
                self._application.installTranslator(translator)
                self._translators.append(translator)

    def remove(self) -> None:
        """Leave the application as it was found."""
        for translator in self._translators:
            self._application.removeTranslator(translator)
            translator.deleteLater()
        self._translators.clear()


def language_for(choice: str) -> str:
    """Return the language of the setting; for "system" Chinese where the system is Chinese."""
    if choice in LANGUAGES:
        return choice
    for name in QLocale.system().uiLanguages():
        if name.lower().startswith("zh"):
            return "zh_CN"
        if name.lower().startswith("en"):
            return "en"
    return "en"


def _locale_for(language: str) -> QLocale:
    """Return the system's locale where it is of that language, for its way of writing dates."""
    system = QLocale.system()
    wanted = QLocale(language)
    return system if system.language() == wanted.language() else wanted
