"""The asynchronous client is the one that the other is generated from; what differs are the waits."""

from __future__ import annotations

import asyncio
import inspect
import time

import pytest
from homes import homes

import sibyl


async def project_of(client: sibyl.AsyncClient) -> sibyl.AsyncProject:
    name = f"async_{time.time_ns()}"
    await client.projects.create(name)
    return client.project(name)


def test_both_clients_have_the_same_methods() -> None:
    for kind in ("Client", "Project", "Model", "Table", "Agent", "Knowledge"):
        there = {name for name, _ in inspect.getmembers(getattr(sibyl, f"Async{kind}")) if name[0] != "_"}
        here = {name for name, _ in inspect.getmembers(getattr(sibyl, kind)) if name[0] != "_"}
        assert here == there


def test_train_and_predict_side_by_side(url: str) -> None:
    async def main() -> None:
        async with sibyl.AsyncClient(url) as client:
            project = await project_of(client)
            model = await project.train(homes(80), "price", name="price", effort="quick", progress=False)
            answers = await asyncio.gather(*(model.predict(homes(20, seed)) for seed in range(8)))
            assert [len(answer) for answer in answers] == [20] * 8
            assert [table.name async for table in project.tables.list()] == ["price_rows"]
            rows = [row async for row in (await project.tables.get("price_rows")).rows(limit=3)]
            assert len(rows) == 3
            assert "rooms" in repr(await model.describe())
            assert (await project.query("select count(*) as n from price_rows"))["n"].tolist() == [80]
            assert "AsyncModel 'price'" in repr(model)

    asyncio.run(main())


def test_a_file_is_streamed(url: str, tmp_path: object) -> None:
    async def main() -> None:
        async with sibyl.AsyncClient(url) as client:
            project = await project_of(client)
            path = f"{tmp_path}/rows.csv"
            with open(path, "w") as file:
                file.write("a,b\n" + "1,2\n" * 100_000)
            assert (await project.tables.upload(None, path)).row_count == 100_000

    asyncio.run(main())


def test_who_cancels_the_task_cancels_the_training(url: str) -> None:
    async def main() -> None:
        async with sibyl.AsyncClient(url) as client:
            project = await project_of(client)
            began = asyncio.Event()
            task = asyncio.create_task(
                project.train(homes(20_000), "price", name="long", progress=lambda record: began.set())
            )
            await began.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert (await project.models.get("long")).status == "cancelled"

    asyncio.run(main())
