"""Bytes become the text that was written, or a refusal, never something else."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notebook_core.errors import UnreadableSource
from notebook_core.readers.decoding import decode

CZECH = "Čtvrtý jez je suchý. Příliš žluťoučký kůň úpěl ďábelské ódy u hráze."
CHINESE = "水闸在早上打开，船只依次通过。管理员把水位记录在日志里。"
JAPANESE = "水門は朝に開き、船は順番に通過した。カタカナもあります。"
RUSSIAN = "Шлюз был открыт утром, и баржа прошла без задержки."


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32", "utf-8"])
@pytest.mark.parametrize("text", [CZECH, CHINESE, "plain", "emoji 🛶 too"])
def test_unicode_with_its_mark_is_read_and_the_mark_is_gone(encoding: str, text: str) -> None:
    decoded = decode(text.encode(encoding))
    assert decoded.text == text
    assert decoded.warnings == ()


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", [CZECH, RUSSIAN, "Plain weir text, no mark. ", CHINESE * 3])
def test_utf_16_without_a_mark_is_told_by_its_nuls_or_detected(encoding: str, text: str) -> None:
    assert decode(text.encode(encoding)).text == text


SHORT_LINES = [
    "本日は晴天なり。",
    "東京都",
    "コンピュータ",
    "第3章 APIの使い方\r\n",
    "สวัสดีครับ",
    "안녕하세요",
    "회의는 오후 세 시에 시작합니다.",
    "今天天气很好。",
    "會議於下午三點開始",
    "Привет",
    "Καλημέρα",
    "مرحبا",
    "שלום",
    "বাংলা ভাষা",
    "ሰላም",
]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", SHORT_LINES)
def test_one_short_line_of_utf_16_without_a_mark_is_told_by_what_it_spells(
    encoding: str, text: str
) -> None:
    decoded = decode(text.encode(encoding))
    assert (decoded.text, decoded.encoding) == (text, encoding)


def test_utf_16_that_was_told_by_what_it_spells_is_said_to_be_a_guess() -> None:
    decoded = decode("東京都".encode("utf-16-le"))
    assert decoded.warnings == ("The encoding isn't declared; it was read as utf-16-le.",)


@pytest.mark.parametrize("encoding", ["utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("text", [CZECH, *SHORT_LINES])
def test_utf_32_without_a_mark_is_told_by_its_nuls(encoding: str, text: str) -> None:
    assert decode(text.encode(encoding)).text == text


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp1252", "Zimbábue"),
        ("cp1250", "něm"),
        ("koi8-r", "Бруней"),
        ("gbk", "孟加拉国"),
        ("shift_jis", "会議は三時に始まる"),
        ("euc_jp", "エルサルバドル"),
        ("euc_kr", "크로아티아"),
    ],
)
def test_a_few_letters_in_an_older_encoding_are_not_taken_for_utf_16(
    encoding: str, text: str
) -> None:
    assert decode(text.encode(encoding)).encoding not in ("utf-16-le", "utf-16-be")


def test_a_character_that_the_end_of_the_sample_cuts_does_not_hide_utf_16() -> None:
    text = "x" + "今日は🛶で会議があります。" * 2_000
    assert decode(text.encode("utf-16-le")).text == text


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp1252", "“Café crème — it’s late.” € 5"),
        ("cp1252", "El año pasado la señora Núñez"),
        ("cp1252", "BMW – größere Schleusen für alle Schiffe"),
        ("cp1250", CZECH),
        ("iso8859-2", CZECH),
        ("iso8859-2", "Zażółć gęślą jaźń. Śluza została zamknięta."),
        ("cp1251", RUSSIAN),
        ("koi8-r", RUSSIAN),
        ("cp866", RUSSIAN),
        ("cp852", CZECH),
        ("cp855", RUSSIAN),
        ("cp1253", "Ο υδατοφράκτης άνοιξε το πρωί και τα πλοία πέρασαν."),
        ("cp1254", "Kapak sabah açıldı ve gemiler sırayla geçti; ışık söndü."),
        ("gbk", CHINESE),
        ("big5", "水閘在早上打開，船隻依次通過。管理員把水位記錄在日誌裡。"),
        ("shift_jis", JAPANESE),
        ("euc_jp", JAPANESE),
        ("hz", "水闸在早上打开，管理员在夜里睡觉。钥匙在门后面。"),
        ("iso2022_jp", JAPANESE),
        ("euc_kr", "수문은 아침에 열렸고 배들이 차례로 지나갔다."),
    ],
)
def test_an_undeclared_encoding_is_detected_and_said(encoding: str, text: str) -> None:
    decoded = decode(text.encode(encoding))
    assert decoded.text == text
    assert decoded.warnings == (f"The encoding isn't declared; it was read as {decoded.encoding}.",)


def test_what_only_looks_like_an_escape_is_ascii() -> None:
    text = "In this template ~{name~} is a place for the keeper's name, and ~ alone is a blank."
    assert (decode(text.encode()).text, decode(text.encode()).warnings) == (text, ())


def test_one_damaged_byte_in_utf_8_is_replaced_counted_and_said() -> None:
    decoded = decode("Dobrý den, ".encode() + b"\xff" + " lodníku.".encode())
    assert decoded.text == "Dobrý den, \ufffd lodníku."
    assert decoded.warnings == ("1 unreadable byte was replaced by “\ufffd”.",)


def test_a_cut_utf_16_file_keeps_all_but_its_last_character() -> None:
    decoded = decode("Slunce".encode("utf-16")[:-1])
    assert decoded.text == "Slunc\ufffd"
    assert decoded.replaced == 1


def test_a_replacement_character_that_the_author_wrote_is_not_counted() -> None:
    assert decode("the sign \ufffd stands for anything".encode()).replaced == 0
    assert decode("the sign \ufffd stands".encode("utf-16")).replaced == 0


@pytest.mark.parametrize(
    ("declared", "text"),
    [
        ("windows-1252", "für das Überleben – „alles“"),
        ("iso-8859-1", "the majestic mööse – it’s here"),
        ("GB2312", "家居用品"),
        ('"shift_jis"', "水門"),
        ("iso-2022-jp", "水門"),
        ("koi8-r", "Да"),
    ],
)
def test_a_declared_charset_is_used(declared: str, text: str) -> None:
    supersets = {"iso-8859-1": "cp1252"}
    data = text.encode(supersets.get(declared, declared.strip('"')))
    decoded = decode(data, declared)
    assert decoded.text == text
    assert decoded.warnings == ()


def test_a_declared_charset_that_does_not_fit_gives_way_to_detection() -> None:
    assert decode(CHINESE.encode("gbk"), "shift_jis").text == CHINESE
    assert decode(CZECH.encode("cp1250"), "no-such-charset").text == CZECH
    assert decode(CZECH.encode(), "us-ascii").text == CZECH


def test_a_codec_that_is_no_charset_is_not_used() -> None:
    assert decode(b"68656c6c6f", "hex").text == "68656c6c6f"
    assert decode(b"uryyb", "rot13").text == "uryyb"


def test_bytes_that_are_no_text_are_refused() -> None:
    noise = b"".join(hashlib.sha256(bytes([i])).digest() for i in range(20))
    with pytest.raises(UnreadableSource, match="UTF-8"):
        decode(noise)


def test_a_few_nuls_do_not_hide_the_encoding() -> None:
    data = ("größer\0 und weiter. Wir haben noch mehr Text über Schleusen. " * 3).encode("cp1252")
    assert "Text über Schleusen" in decode(data).text


@given(st.text())
def test_any_text_comes_back_from_utf_8(text: str) -> None:
    decoded = decode(b"\xef\xbb\xbf" + text.encode("utf-8", "replace"))
    assert decoded.text == text.encode("utf-8", "replace").decode()


@given(st.binary(max_size=60))
def test_any_bytes_give_a_text_or_a_refusal(data: bytes) -> None:
    try:
        decoded = decode(data)
    except UnreadableSource:
        return
    assert decoded.replaced <= len(data)
