"""Whether a Chinese question leans on the one before it: Chinese has no blanks between words."""

from __future__ import annotations

from collections.abc import Iterator

import regex

MOST_OWN_WHEN_JOINED = 6
MOST_OWN_WITH_A_POINTER = 8
MOST_OWN_WHEN_BARE = 2
"""Counted in characters: a word has about two, and a word in Latin letters counts as two."""

_ASKS = """
    什么时候 什么样 为什么 为何 什么 怎么样 怎么办 怎么 怎样 如何 多少 多久 多长 多大 多远 多高
    哪里 哪儿 哪个 哪些 哪种 哪一 哪 谁 几 何时
"""
_POINTS = """
    它们 他们 她们 它 他 她 这个 那个 这些 那些 这种 那种 这样 那样 这点 那里 那儿 这 那 此 其
    另一个 另一种 另一家 另一份 另一方 另外一个 其他的 其它的 其他 其它 别的 其余 前者 后者
"""
_NAMED = """
    这份文件 这个文件 这些文件 这份文档 这个文档 这些文档 这份报告 这篇文章 这篇论文 这本书
    这一页 这份合同 这个来源 这些来源
"""
_HOLLOW = """
    是不是 有没有 能不能 可不可以 的话 具体 详细 例子 举例 原因 意思 区别 时间 时候 情况 更多
    解释 说明 告诉 说说 说 请问 请 可以 可能 应该 需要 必须 一下 一个 一些 一样 同样 第一个
    第二个 第三个 上一个 下一个 钱 真的 确定 还是 还有 而且 以及 那么 所以 然后 但是 或者 因为
    如果 尤其 其实 其中 就是 都 也 还 又 再 很 更 最 会 能 要 吗 呢 吧 啊 呀 的 了 着 过 得 地
    是 在 有 和 与 或 及 对 于 从 到 被 把 由 为 以 就 给 让 我们 我 你们 你 您 而 但 则 才 并
    之 所 等 元 来 这件事 此事 年 月 日 号 个 份 家 种
"""
_KINDS = {
    word: kind
    for kind, words in (
        ("hollow", _HOLLOW),
        ("points", _POINTS),
        ("asks", _ASKS),
        ("own", _NAMED),
    )
    for word in words.split()
}
_TOKEN = regex.compile(
    "|".join(sorted(_KINDS, key=len, reverse=True)) + r"|\p{Han}|[[\p{L}\p{M}\p{N}]--\p{Han}]+",
    regex.V1,
)
_OPENS = regex.compile(r"那么|那(?!个|些|种|样|里|儿)|还有|而|以及|另外")
_GOES_ON = regex.compile(r"呢\P{L}*$")
_YES_OR_NO = regex.compile(r"吗\P{L}*$")


def leans_in_chinese(question: str) -> bool:
    """What `following.leans` decides, by characters.

    >>> leans_in_chinese("那另一个呢？"), leans_in_chinese("通知期是多长？")
    (True, False)
    """
    kinds = list(_kinds(question))
    own = kinds.count("own")
    before = kinds[: kinds.index("own")] if own else kinds
    goes_on = _OPENS.match(question.strip()) or _GOES_ON.search(question)
    asks = "asks" in before or _YES_OR_NO.search(question)
    return bool(
        not own
        or (goes_on and own <= MOST_OWN_WHEN_JOINED)
        or ("points" in before and own <= MOST_OWN_WITH_A_POINTER)
        or (asks and own <= MOST_OWN_WHEN_BARE and "是" not in question)
    )


def subject_runs(text: str) -> list[str]:
    """What a Chinese text is about: its words but for those above, neighbours joined; numbers.

    >>> subject_runs("Norhaven在2023年的收入是多少？")
    ['Norhaven', '2023', '收入']
    """
    runs: list[str] = []
    end = -1
    for token in _TOKEN.finditer(text):
        if _KINDS.get(token[0], "own") != "own":
            continue
        if token.start() == end and not token[0].isascii() and not runs[-1].isascii():
            runs[-1] += token[0]
        else:
            runs.append(token[0])
        end = token.end()
    return list(dict.fromkeys(runs))


def _kinds(question: str) -> Iterator[str]:
    """The kind of each word, once for each character that counts; numbers count as hollow."""
    for token in _TOKEN.finditer(question):
        kind = "hollow" if token[0].isdigit() else _KINDS.get(token[0], "own")
        yield from [kind] * (2 if kind == "own" and len(token[0]) > 1 else 1)
