"""Agents, knowledge, other records, pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from homes import homes

import sibyl


def test_an_agent_answers_whole_and_streamed(project: sibyl.Project) -> None:
    project.tables.upload("homes", homes(60))
    project.agents.create("desk", data={"tables": ["homes"]})
    agent = project.agent("desk")
    answer = agent.ask("How many homes are there?")
    assert "60" in str(answer)
    assert answer.answered and answer.steps
    assert "60" in "".join(agent.stream("How many homes are there?", conversation_id=answer.conversation_id))
    kinds = [event["type"] for event in agent.events("What is the highest price?")]
    assert (kinds[0], kinds[-2:]) == ("start", ["message", "end"])
    with pytest.raises(sibyl.NotFound) as caught:
        list(project.agent("nobody").stream("?"))
    assert caught.value.code == "agent_not_found"
    agent.delete()


def test_documents_are_found(project: sibyl.Project, tmp_path: Path) -> None:
    project.knowledge_bases.create("notes", description="What we know")
    notes = project.knowledge("notes")
    notes.add("pets.md", content="# Pets\n\nCats are allowed.", metadata={"topic": "leases"})
    (tmp_path / "parking.html").write_text("<h1>Parking</h1><p>A garage costs 140 dollars.</p>")
    assert notes.add(tmp_path / "parking.html", metadata={"topic": "cars"})["format"] == "html"
    assert notes.search("what does a garage cost?")[0]["source"] == "parking.html"
    assert notes.search("garage", filter={"topic": "leases"}) == []
    assert {document["name"] for document in notes.documents()} == {"pets.md", "parking.html"}
    notes.remove("pets.md")
    with pytest.raises(sibyl.InputError, match="no file"):
        notes.add("nowhere.md")
    with pytest.raises(sibyl.InputError, match="not '.py'"):
        notes.add(__file__)


def test_lists_are_read_page_by_page(project: sibyl.Project) -> None:
    for number in range(7):
        project.skills.create(f"skill_{number}", type="sql", params={"max_rows": 5})
    pages = list(project._transport.pages(f"/api/projects/{project.name}/skills", {"sort": "name"}, size=3))
    assert [len(page) for page in pages] == [3, 3, 1]
    assert [one["name"] for one in project.skills.list(sort="-created_at")][0] == "skill_6"
    changed = project.skills.update("skill_0", description="new")
    assert changed["description"] == project.skills.get("skill_0")["description"] == "new"
    project.skills.delete("skill_0")
    assert len(list(project.skills.list())) == 6


def test_queries_give_typed_frames(project: sibyl.Project) -> None:
    project.tables.upload("homes", homes(60))
    frame = project.query(
        "select city, garden, visits, price, seen, built::date as day, 9007199254740993::bigint as big"
        " from homes order by built limit 5"
    )
    assert {name: str(kind) for name, kind in frame.dtypes.items()} == {
        "city": "str" if str(frame["city"].dtype) == "str" else "object",
        "garden": "bool",
        "visits": str(frame["visits"].dtype),
        "price": "float64",
        "seen": "datetime64[us, UTC]",
        "day": "datetime64[us]",
        "big": "int64",
    }
    assert frame["big"].iloc[0] == 9007199254740993
    assert list(project.query("select city, price from homes where price < 0").columns) == ["city", "price"]
    with pytest.warns(UserWarning, match="10,000"):
        assert len(project.query("select a.rooms from homes a, homes b, homes c")) == 10_000
    assert len(project.query_rows("select a.rooms from homes a, homes b", limit=10)) == 10
    with pytest.raises(sibyl.Unprocessable):
        project.query("select nothing from homes")


def test_spending_is_read_by_day(project: sibyl.Project) -> None:
    spending = project.spending(first="2026-01-01")
    assert spending["days"] == []  # answers by rules cost nothing
    assert spending["today"]["tokens"] == 0
