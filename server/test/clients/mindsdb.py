"""What a program written for MindsDB's client does, unmodified: python mindsdb.py URL KEY."""
import sys

import mindsdb_sdk
import pandas as pd

url, key = sys.argv[1:3]
server = mindsdb_sdk.connect(url, login="anybody", password=key) if key else mindsdb_sdk.connect(url)
assert server.status()["mindsdb_version"]
assert "default" in [project.name for project in server.list_projects()]
assert "files" in [database.name for database in server.list_databases()]
assert "default" in [node.name for node in server.tree()]
assert [engine.name for engine in server.ml_engines.list()] == ["sibyl"]

project = server.get_project("default")
assert "home_rentals_model" in [model.name for model in project.list_models()]
assert project.query("select location, count(*) as n from home_rentals group by 1").fetch().shape == (3, 2)
assert "home_rentals" in [table.name for table in server.databases.files.list_tables()]

model = project.models.get("home_rentals_model")
assert model.predict({"sqft": 823, "location": "good"})["rental_price"][0] > 1000
assert len(model.predict(pd.DataFrame([{"sqft": 823}, {"sqft": 900}]))) == 2
rows = server.databases.files.query("select * from home_rentals limit 3")
assert model.predict(rows)["rental_price"].notna().all()
assert len(model.describe()) == 1
assert len(model.describe("features")) > 3

trained = project.models.create(
    "from_python",
    predict="rental_price",
    database="files",
    query="select * from home_rentals limit 400",
    options={"engine": "lightwood", "effort": "quick"},
)
trained.wait_complete()
assert trained.get_status() == "complete"
assert [version.version for version in trained.list_versions()] == [1]
assert project.models.get("from_python", version=1).version == 1
project.models.drop("from_python")

server.create_project("from_python")
assert "from_python" in [one.name for one in server.list_projects()]
server.drop_project("from_python")

agent = project.agents.create("from_python", data={"tables": ["files.home_rentals"]}, prompt_template="Be brief.")
assert project.agents.get(agent.name).name == "from_python"
question = [{"question": "Which neighborhood is the most expensive?", "answer": None}]
assert project.agents.get("assistant").completion(question).content
project.agents.drop(agent.name)
project.agents.drop(project.agents.create("empty", data={"tables": []}).name)
try:
    project.query("select * from nothing").fetch()
    raise AssertionError("a missing table was read")
except RuntimeError as error:
    assert "nothing" in str(error)
print("done")
