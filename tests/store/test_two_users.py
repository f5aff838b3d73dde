"""What is another user's looks like what doesn't exist, in every method of the store."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

from notebook_core.domain import EvaluationResult, Message, NewSource, Progress
from notebook_core.errors import NotFound
from notebook_core.ports import Store
from notebook_core.store.duckdb import DuckDBStore
from tests.store.builders import indexed, new_source
from tests.store.conftest import AddReady


@dataclass(frozen=True)
class Ids:
    """What one user has, or what nobody has."""

    notebook: str
    source: str
    conversation: str
    answer: str
    run: str


Call = Callable[[Ids], tuple[object, ...]]

# The arguments after the user of every method that names something by its id.
CALLS: dict[str, Call] = {
    "notebooks.get": lambda ids: (ids.notebook,),
    "notebooks.rename": lambda ids: (ids.notebook, "x"),
    "notebooks.unticked": lambda ids: (ids.notebook,),
    "notebooks.set_unticked": lambda ids: (ids.notebook, ["x"]),
    "notebooks.delete": lambda ids: (ids.notebook,),
    "sources.add": lambda ids: (NewSource("n", ids.notebook, "text", "T", "o", "h"),),
    "sources.all": lambda ids: (ids.notebook,),
    "sources.get": lambda ids: (ids.source,),
    "sources.by_origin": lambda ids: (ids.notebook, "o"),
    "sources.by_content": lambda ids: (ids.notebook, "h"),
    "sources.rename": lambda ids: (ids.source, "x"),
    "sources.set_progress": lambda ids: (ids.source, "queued", Progress()),
    "sources.fail": lambda ids: (ids.source, "x"),
    "sources.publish": lambda ids: (indexed(ids.source, ["x"]),),
    "sources.text": lambda ids: (ids.source,),
    "sources.passages": lambda ids: (ids.source,),
    "sources.vectors": lambda ids: (ids.source,),
    "sources.mark_deleting": lambda ids: (ids.source,),
    "sources.remove": lambda ids: (ids.source, 0),
    "search.scope": lambda ids: (ids.notebook, None),
    "conversations.create": lambda ids: (ids.notebook, "T"),
    "conversations.all": lambda ids: (ids.notebook,),
    "conversations.get": lambda ids: (ids.conversation,),
    "conversations.set_ticks": lambda ids: (ids.conversation, ["x"]),
    "conversations.delete": lambda ids: (ids.conversation,),
    "conversations.begin": lambda ids: (ids.conversation, "Why?"),
    "conversations.save_partial": lambda ids: (ids.answer, "x"),
    "conversations.finish": lambda ids: (
        Message(ids.answer, ids.conversation, "answer", "x", "complete", NEVER),
    ),
    "conversations.messages": lambda ids: (ids.conversation,),
    "conversations.message": lambda ids: (ids.answer,),
    "conversations.citation": lambda ids: (ids.answer, 1),
    "evaluations.begin": lambda ids: (ids.notebook, ids.conversation, {}),
    "evaluations.add": lambda ids: (ids.run, EvaluationResult("c", "Why?", "k", "right")),
    "evaluations.finish": lambda ids: (ids.run, "complete"),
    "evaluations.runs": lambda ids: (ids.notebook,),
    "evaluations.results": lambda ids: (ids.run,),
}
NEVER = typing.cast(typing.Any, None)

# These name nothing by an id, or only inside a scope, which is checked again when it is used.
WITHOUT_AN_ID = {
    "notebooks.create",
    "notebooks.all",
    "sources.deleting",
    "sources.mark_interrupted",
    "search.rank_by_vector",
    "search.vector_plan",
    "search.rank_by_terms",
    "search.passages",
    "search.around",
    "search.document_frequencies",
}


@pytest.fixture
def theirs(store: DuckDBStore, user: str, add_ready: AddReady) -> Ids:
    """One of each that belongs to `user`."""
    notebook = store.notebooks.create(user, "Private", "structure")
    source = add_ready(notebook, ["lamp oil"], vectors=[[1, 0]], model="m")
    conversation = store.conversations.create(user, notebook.id, "A talk")
    _, answer = store.conversations.begin(user, conversation.id, "Why?")
    run = store.evaluations.begin(user, notebook.id, conversation.id, {"engine": "extractive"})
    return Ids(notebook.id, source.id, conversation.id, answer.id, run.id)


def methods() -> set[str]:
    """Every method of every group that the ports define."""
    groups = {
        name: typing.get_type_hints(member.fget)["return"]
        for name, member in vars(Store).items()
        if isinstance(member, property)
    }
    return {
        f"{group}.{name}"
        for group, protocol in groups.items()
        for name, _ in inspect.getmembers(protocol, inspect.isfunction)
        if not name.startswith("_")
    }


def call(store: DuckDBStore, user: str, name: str, ids: Ids) -> object:
    group, method = name.split(".")
    return getattr(getattr(store, group), method)(user, *CALLS[name](ids))


def everything(store: DuckDBStore, user: str, ids: Ids) -> tuple[object, ...]:
    """All that the owner can see."""
    return (
        store.notebooks.all(user),
        store.notebooks.unticked(user, ids.notebook),
        store.sources.all(user, ids.notebook),
        store.sources.text(user, ids.source),
        store.sources.passages(user, ids.source),
        store.conversations.all(user, ids.notebook),
        store.conversations.messages(user, ids.conversation),
        store.evaluations.runs(user, ids.notebook),
        store.evaluations.results(user, ids.run),
    )


def test_every_method_of_the_ports_is_tried() -> None:
    """A new one has to be listed above."""
    assert methods() == set(CALLS) | WITHOUT_AN_ID


@pytest.mark.parametrize("name", CALLS)
def test_what_is_anothers_looks_like_what_does_not_exist(
    store: DuckDBStore, user: str, theirs: Ids, name: str
) -> None:
    before = everything(store, user, theirs)
    with pytest.raises(NotFound) as foreign:
        call(store, "a stranger", name, theirs)
    with pytest.raises(NotFound) as unknown:
        call(store, "a stranger", name, Ids("no", "such", "thing", "here", "either"))
    assert str(foreign.value) == str(unknown.value)
    assert everything(store, user, theirs) == before


def test_the_owner_gets_through_every_one_of_them(
    store: DuckDBStore, user: str, add_ready: AddReady
) -> None:
    """So that the calls above fail for whose they are, not for how they are made."""
    for name in CALLS:
        notebook = store.notebooks.create(user, "Private", "structure")
        source = add_ready(notebook, ["x"])
        conversation = store.conversations.create(user, notebook.id, "A talk")
        _, answer = store.conversations.begin(user, conversation.id, "Why?")
        run = store.evaluations.begin(user, notebook.id, conversation.id, {})
        ids = Ids(notebook.id, source.id, conversation.id, answer.id, run.id)
        if name in ("notebooks.delete", "sources.remove"):
            store.sources.mark_deleting(user, source.id)
        if name == "notebooks.delete":
            store.sources.remove(user, source.id, 0)
        if name == "conversations.citation":
            continue
        call(store, user, name, ids)


def test_a_search_never_leaves_its_notebook(
    store: DuckDBStore, user: str, add_ready: AddReady
) -> None:
    """Not for passages that are asked for by id, either."""
    mine = store.notebooks.create(user, "Mine", "structure")
    source = add_ready(mine, ["the bell weighs 31 tons"], vectors=[[1, 0]], model="m")
    stranger = "another " + user
    theirs = store.notebooks.create(stranger, "Theirs", "structure")
    new = new_source(theirs)
    store.sources.add(stranger, new)
    store.sources.publish(
        stranger, indexed(new.id, ["the bell weighs 99 tons"], vectors=[[1, 0]], model="m")
    )
    scope = store.search.scope(user, mine.id, [source.id, new.id])
    assert [found.id for found in scope.sources] == [source.id]
    assert scope.dropped == (new.id,)
    wanted = [f"{new.id}-1-0000", f"{source.id}-1-0000"]
    vector = np.array([1, 0], np.float32)
    for found in (
        store.search.rank_by_terms(scope, ["bell", "99"], 9),
        store.search.rank_by_terms(scope, ["bell", "99"], 9, "fts"),
        store.search.rank_by_vector(scope, vector, "m", 9),
        store.search.rank_by_vector(scope, vector, "m", 9, "hnsw"),
    ):
        assert [hit.passage_id for hit in found] == wanted[1:]
    assert list(store.search.passages(scope, wanted)) == wanted[1:]
    both = [*store.sources.passages(stranger, new.id), *store.sources.passages(user, source.id)]
    assert list(store.search.around(scope, both, 9, 9)) == wanted[1:]
