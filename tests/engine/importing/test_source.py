"""Archives and encodings: what is read of a file, and what is refused."""

from __future__ import annotations

import stat
import zipfile
from pathlib import Path

import pytest

from stratagate_app.engine import ImportFormatError, inspect_file
from stratagate_app.engine.importing import read, sniff
from tests.engine.importing.support import read_all, read_one, write_zip

CHAT = (
    '[{"title": "%s", "conversation_id": "%s", "current_node": "a", "mapping": {"a": '
    '{"parent": null, "children": [], "message": {"id": "m", "author": {"role": "user"}, '
    '"content": {"content_type": "text", "parts": ["Grüße an %s"]}}}}}]'
)


def chat(name: str) -> str:
    return CHAT % (name, name, name)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_the_encoding_is_found(tmp_path: Path, encoding: str) -> None:
    plain = tmp_path / "plain.dat"
    plain.write_bytes(chat("Mara").encode(encoding))
    packed = write_zip(tmp_path / "a.dat", {"conversations.json": plain.read_bytes()})
    for path in (plain, packed):
        assert read_one(path).messages[0].content == "Grüße an Mara"


def test_lines_may_be_utf_16(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes('{"messages": [{"role": "user", "content": "Ünï"}]}\n'.encode("utf-16"))
    assert read_one(path).messages[0].content == "Ünï"


def test_parts_come_in_order_and_other_files_are_passed_over(tmp_path: Path) -> None:
    path = write_zip(
        tmp_path / "export.zip",
        {
            "x/conversations-10.json": chat("ten"),
            "x/conversations-2.json": chat("two"),
            "x/conversations-000.json": "[]",
            "x/user.json": "{",
            "x/chat.html": "<html>",
            "x/old-conversations.json": "{",
            "__MACOSX/x/conversations-2.json": "\x00",
            "__MACOSX/x/._conversations-2.json": "\x00",
        },
    )
    conversations, warnings = read_all(path)
    assert [c.title for c in conversations] == ["two", "ten"]
    assert conversations[0].where == "x/conversations-2.json[0]"
    assert warnings == []


def test_a_damaged_part_costs_no_other_part(tmp_path: Path) -> None:
    path = write_zip(
        tmp_path / "export.zip",
        {"conversations-000.json": chat("one")[:-3], "conversations-001.json": chat("two")},
    )
    report = inspect_file(path)
    assert [c["title"] for c in report["conversations"]] == ["two"]
    assert report["error"]["code"] == "damaged"
    assert report["error"]["where"].startswith("conversations-000.json: [0] at character")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("../conversations.json", "climbing_path"),
        ("a/../../b.txt", "climbing_path"),
        ("a\\..\\..\\b.txt", "climbing_path"),
        ("/etc/conversations.json", "absolute_path"),
        ("C:\\conversations.json", "absolute_path"),
        ("inner/backup.ZIP", "nested_archive"),
        ("inner/backup.tar.gz", "nested_archive"),
    ],
)
def test_an_unsafe_name_refuses_the_whole_archive(tmp_path: Path, name: str, reason: str) -> None:
    path = write_zip(tmp_path / "a.zip", {"conversations.json": chat("good"), name: "x"})
    with pytest.raises(ImportFormatError) as caught:
        read(path)
    assert (caught.value.code, caught.value.fields["reason"]) == ("unsafe_archive", reason)
    assert caught.value.fields["where"] == name


def test_a_link_refuses_the_whole_archive(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    link = zipfile.ZipInfo("chat.html")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("conversations.json", chat("good"))
        archive.writestr(link, "/etc/passwd")
    assert inspect_file(path)["error"]["reason"] == "link"


def test_what_unpacks_too_far_is_refused_in_one_entry_or_in_many(tmp_path: Path) -> None:
    one = write_zip(tmp_path / "one.zip", {"conversations.json": b" " * (51 << 20)})
    entries: dict[str, str | bytes] = {
        f"conversations-{number}.json": b" " * (6 << 20) for number in range(9)
    }
    many = write_zip(tmp_path / "many.zip", entries)
    for path in (one, many):
        error = inspect_file(path)["error"]
        assert (error["code"], error["reason"]) == ("unsafe_archive", "unpacks_too_far")


def test_an_archive_of_other_things_is_of_no_known_format(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "a.zip", {"readme.txt": "x"})
    assert inspect_file(path)["error"]["code"] == "unknown_format"


def test_a_damaged_archive_says_where(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "a.zip", {"conversations.json": chat("good")})
    content = path.read_bytes()
    (tmp_path / "cut.zip").write_bytes(content[: len(content) // 2])
    assert inspect_file(tmp_path / "cut.zip")["error"]["code"] == "damaged"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("conversations.json", chat("good"))
    path.write_bytes(path.read_bytes().replace(b"title", b"tit1e", 1))
    error = inspect_file(path)["error"]
    assert (error["code"], error["where"]) == ("damaged", "conversations.json: byte 0")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty"),
        (b" \n", "empty"),
        (b"[]", "empty"),
        (b'{"messages": []}', "empty"),
        (b'{"a": {"b": ', "damaged"),
        (b"[{", "damaged"),
        (b'{"agent_type": "x", "messages": [{"role": "user", "content": "a"}]}', "unknown_format"),
    ],
)
def test_what_is_no_conversation_file_says_why(tmp_path: Path, content: bytes, code: str) -> None:
    path = tmp_path / "file.json"
    path.write_bytes(content)
    report = inspect_file(path)
    assert report["error"]["code"] == code
    assert report["conversations"] == []


def test_a_format_is_found_behind_elements_that_say_nothing(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    path.write_text("[null, {}, " + chat("late")[1:], "utf-8")
    assert sniff(path) == "chatgpt"
    conversations, warnings = read_all(path)
    assert [c.title for c in conversations] == ["late"]
    assert [w.where for w in warnings] == ["conversations.json[0]", "conversations.json[1]"]
