"""More from a source: what comes next for the same question, verified, and only while ticked."""

from collections.abc import Callable

import pytest

from notebook_core import answer, further, removal
from notebook_core.answer import Ask
from notebook_core.domain import LOCAL_USER, Citation, Notebook, Source
from notebook_core.errors import GroundnoteError, InvalidInput, NotFound
from notebook_core.ports import Core
from notebook_core.text.spans import slice_text

AddText = Callable[..., Source]
QUESTION = "How long must the cooling pump rest?"
MANUAL = "\n\n".join(
    f"## Line {n}\n\nThe cooling pump of line {n} must rest for {10 + n} minutes after each "
    f"shutdown of that line. The operator of line {n} notes it in the log and signs."
    for n in range(1, 13)
)


@pytest.fixture
def manual(add_text: AddText) -> Source:
    return add_text(f"# Pumps\n\n{MANUAL}", "manual.md")


def asked(core: Core, notebook: Notebook, question: str = QUESTION) -> str:
    """The id of the answer to a question."""
    done = list(answer.ask(core, LOCAL_USER, notebook.id, Ask(question)))[-1]
    return str(done["message_id"])


def overlaps(one: Citation, other: Citation) -> bool:
    assert None not in (one.start, one.end, other.start, other.end)
    return one.start < other.end and other.start < one.end  # type: ignore[operator]


def test_it_gives_verified_sentences_that_the_answer_does_not_quote(
    core: Core, notebook: Notebook, manual: Source
) -> None:
    answered = asked(core, notebook)
    found = further.more(core, LOCAL_USER, answered, manual.id)
    assert len(found) == further.MOST_QUOTES
    text = core.store.sources.text(LOCAL_USER, manual.id).text
    for citation in found:
        assert citation.verified
        assert slice_text(text, citation.start, citation.end) == citation.quote
        assert "cooling pump" in citation.quote
        assert not citation.quote.startswith("#"), "a heading says nothing by itself"
    cited = core.store.conversations.message(LOCAL_USER, answered).citations
    assert cited
    assert not any(overlaps(one, other) for one in found for other in cited)
    assert found == further.more(core, LOCAL_USER, answered, manual.id)


def test_it_searches_that_source_alone_and_keeps_nothing(
    core: Core, notebook: Notebook, manual: Source, add_text: AddText
) -> None:
    other = add_text("Let the cooling pump rest for an hour.\n\nThe canteen is closed.", "memo.txt")
    answered = asked(core, notebook)
    before = core.store.conversations.message(LOCAL_USER, answered)
    assert {c.source_id for c in further.more(core, LOCAL_USER, answered, manual.id)} == {manual.id}
    assert other.id not in {
        c.source_id for c in further.more(core, LOCAL_USER, answered, manual.id)
    }
    assert core.store.conversations.message(LOCAL_USER, answered) == before


def test_a_source_that_is_quoted_whole_holds_no_more(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    source = add_text("The cooling pump must rest for ten minutes.")
    assert further.more(core, LOCAL_USER, asked(core, notebook), source.id) == ()


def test_it_goes_by_the_question_above_the_answer(
    core: Core, notebook: Notebook, manual: Source, add_text: AddText
) -> None:
    add_text("The canteen opens at noon and sells soup.", "canteen.txt")
    first = answer.Ask(QUESTION)
    done = list(answer.ask(core, LOCAL_USER, notebook.id, first))[-1]
    then = Ask("When does the canteen open?", conversation_id=done["conversation_id"])
    list(answer.ask(core, LOCAL_USER, notebook.id, then))
    found = further.more(core, LOCAL_USER, done["message_id"], manual.id)
    assert all("cooling pump" in citation.quote for citation in found)


def test_an_unticked_or_deleted_source_gives_nothing(
    core: Core, notebook: Notebook, manual: Source
) -> None:
    answered = asked(core, notebook)
    core.store.notebooks.set_unticked(LOCAL_USER, notebook.id, {manual.id})
    with pytest.raises(InvalidInput, match="not ticked"):
        further.more(core, LOCAL_USER, answered, manual.id)
    core.store.notebooks.set_unticked(LOCAL_USER, notebook.id, ())
    assert further.more(core, LOCAL_USER, answered, manual.id)
    removal.delete_source(core, LOCAL_USER, manual.id)
    with pytest.raises(InvalidInput):
        further.more(core, LOCAL_USER, answered, manual.id)


def test_it_is_for_answers_of_the_user_alone(
    core: Core, notebook: Notebook, manual: Source
) -> None:
    answered = asked(core, notebook)
    with pytest.raises(NotFound):
        further.more(core, "a stranger", answered, manual.id)
    (conversation,) = core.store.conversations.all(LOCAL_USER, notebook.id)
    question = core.store.conversations.messages(LOCAL_USER, conversation.id)[0]
    with pytest.raises(NotFound):
        further.more(core, LOCAL_USER, question.id, manual.id)


def test_a_source_of_another_notebook_may_not_speak(
    core: Core, notebook: Notebook, manual: Source
) -> None:
    answered = asked(core, notebook)
    elsewhere = core.store.notebooks.create(LOCAL_USER, "Elsewhere", "structure")
    with pytest.raises(GroundnoteError):
        further.more(core, LOCAL_USER, answered, elsewhere.id)
