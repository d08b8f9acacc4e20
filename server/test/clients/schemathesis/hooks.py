"""Hooks of Schemathesis: names that exist, records that may be deleted, false alarms by name, a count of the answers."""
import itertools
import json
import os
import re

import requests
import schemathesis
from schemathesis import GenerationMode
from schemathesis.core.parameters import ParameterLocation
from schemathesis.openapi.checks import RejectedPositiveData

with open(os.environ["SIBYL_SEEDED"]) as file:
    seeded = json.load(file)
counts = open(os.environ["SIBYL_COUNTS"], "a", buffering=1)
session = requests.Session()
session.headers["authorization"] = f"Bearer {seeded['key']}"
numbers = itertools.count(1)
project = "/api/projects/default"
question = {"messages": [{"role": "user", "content": "How many homes are there?"}]}
rows = [{"rooms": number % 5, "price": 100 * (number % 5) + number % 3} for number in range(60)]


def create(path, body):
    """Creates a record that nothing else reads."""
    answer = session.post(seeded["url"] + path, json=body)
    assert answer.ok, f"{path}: {answer.text}"
    return answer.json()


def named(path, **body):
    return lambda: create(path, {"name": f"doomed_{next(numbers)}", **body})["name"]


def training():
    """A training that is still running, but not for long where nothing ends it."""
    return create(f"{project}/models", {
        "name": f"long_{next(numbers)}",
        "target": "price",
        "from": {"rows": rows},
        "options": {"time_budget_seconds": 5},
    })["name"]


def predictions():
    path = f"{project}/models/home_rentals_model/predictions"
    return create(path, {"from": {"sql": "select sqft, location from home_rentals limit 5"}})["id"]


def conversation():
    return create(f"{project}/agents/assistant/completions", question)["conversation_id"]


def table():
    return create(f"{project}/tables?name=doomed_{next(numbers)}", rows)["name"]


def trashed():
    """A table in the trash."""
    name = table()
    assert session.delete(f"{seeded['url']}{project}/tables/{name}").ok
    return name


def trashed_project():
    name = create("/api/projects", {"name": f"doomed_{next(numbers)}"})["name"]
    assert session.delete(f"{seeded['url']}/api/projects/{name}").ok
    return name


postgres = {"host": "127.0.0.1", "port": 1, "database": "d", "user": "u", "password": "p"}
expected = [{"question": "How many?", "expected": {"refuses": True}}]

# Each call of these ends a record, so each gets one of its own.
doomed = {
    "revokeKey": ("keyName", named("/api/keys", role="viewer")),
    "deleteProject": ("projectName", named("/api/projects")),
    "deleteTable": ("tableName", table),
    "restoreFromTrash": ("entryName", trashed),
    "deleteFromTrash": ("entryName", trashed),
    "restoreProject": ("entryName", trashed_project),
    "deleteProjectForGood": ("entryName", trashed_project),
    "deleteConnection": ("connectionName", named(f"{project}/connections", engine="postgresql", parameters=postgres)),
    "deleteModel": ("modelName", training),
    "cancelModelTraining": ("modelName", training),
    "deletePredictions": ("predictionId", predictions),
    "deleteWebhook": ("webhookName", named(f"{project}/webhooks", url="http://127.0.0.1:9/", enabled=False)),
    "deleteKnowledgeBase": ("baseName", named(f"{project}/knowledge_bases")),
    "deleteDocument": ("documentName", named(f"{project}/knowledge_bases/handbook/documents", content="# A\n\nB.")),
    "deleteAgent": ("agentName", named(f"{project}/agents")),
    "deleteAgentByPlural": ("agentName", named(f"{project}/agents")),
    "deleteSkill": ("skillName", named(f"{project}/skills", type="sql")),
    "deleteConversation": ("conversationId", conversation),
    "deleteEvaluation": ("evaluationName", named(f"{project}/agents/assistant/evaluations", questions=expected)),
    "deleteChatbot": ("chatbotName", named(f"{project}/chatbots", agent="assistant", channel={"type": "web"})),
}


# What is said once in a way that must be answered, because examples of the document contain other names and keys.
sound = {
    "createSession": lambda: {"body": {"key": seeded["key"]}},
    "logIn": lambda: {"body": {"username": "fuzzer", "password": seeded["key"]}},
    "logInToCloud": lambda: {"body": {"email": "fuzzer", "password": seeded["key"]}},
    "createTable": lambda: {"query": {"name": f"made_{next(numbers)}"}, "body": rows, "media_type": "application/json"},
    "appendRows": lambda: {
        "query": {},
        "body": [{"sqft": 700, "location": "good", "rental_price": 2050}],
        "media_type": "application/json",
    },
    "createModel": lambda: {
        "body": {
            "name": f"made_{next(numbers)}",
            "target": "price",
            "from": {"rows": rows},
            "options": {"effort": "quick"},
        },
    },
    "importModel": lambda: {
        "query": {"name": f"made_{next(numbers)}"},
        "body": session.get(f"{seeded['url']}{project}/models/rent/export").content,
        "media_type": "application/octet-stream",
    },
    "sendTruths": lambda: {"body": [{"id": "home_1", "rental_price": 2900}], "media_type": "application/json"},
    "createAgent": lambda: {"body": {"name": f"made_{next(numbers)}"}},
    "callMcp": lambda: {
        "body": {"jsonrpc": "2.0", "id": 1, "method": "tools/list"},
        "headers": {"accept": "application/json, text/event-stream"},
    },
    "compareEvaluations": lambda: {"query": {"with": "second"}},
    "createEmbedding": lambda: {"body": {"model": "default/vectors", "input": "cats"}},
}

# Rules beyond what a schema says: a request that breaks one is refused although its schema takes it.
refusals = {
    "?cursor": "a cursor is what a list gave out",
    "?after": "an item is what a list gave out",
    "/after": "an item is what a list gave out",
    "/input": "an item is a message, or what a function was asked and gave",
    "events_gone": "the number of an event is what the stream gave out",
    "?type": "types of events are matched by patterns",
    "?with": "it names an evaluation of this agent",
    "invalid": "a rule between two fields",
    "conflict": "two spellings of one thing, which must agree",
    "not_allowed": "what the record is, or another field, excludes it",
    "/n": "OpenAI's field, of which one value is supported",
    "/dimensions": "OpenAI's field, whose value is a matter of the model",
    "/model": "what a language model needs depends on its provider",
    "/channel": "what a chatbot needs depends on its platform",
    "/agent": "a chatbot names its agent by one of two fields",
    "/limit": "the maximum is a setting of the service",
    "/timeout_ms": "the maximum is a setting of the service",
    "/limits": "the maxima are settings of the service",
    "/messages": "the last message must be a question with words",
    "/questions": "one of two sources",
    "/target": "a column of rows, which a retraining knows already",
    "/parameters": "what a connection needs depends on its engine",
    "/params": "what a skill needs depends on its type",
    "/glossary": "its SQL must run on the tables of the skill",
    "/verified": "its SQL must run on the tables of the skill",
    "/time_columns": "columns of the tables",
    "/document": "YAML of dbt or of Open Semantic Interchange",
    "/url": "an address is more than a pattern can say",
    "/embedding": "an address is more than a pattern can say",
    "/expires_at": "it must be in the future",
    "?since": "a day that exists",
    "?until": "a day that exists",
    "?name": "the name of a document whose file has none",
    "?metadata": "JSON inside of a query",
    "/blanks": "JSON inside of a query",
    "/types": "JSON inside of a query",
    "/columns": "JSON inside of a query",
    "?horizon": "with JSON the params are in the body",
    "?quantile": "with JSON the params are in the body",
    "unreadable_file": "bytes that are no table or model",
    "rows_do_not_fit": "columns of the table",
    "query_failed": "text that is no SQL",
    "column_not_found": "columns of the table",
    "unknown_column": "columns of the table",
    "idempotency_key_reused": "the tool sends one key with two bodies",
}
def operation_of(case):
    return case.operation.definition.raw["operationId"]


@schemathesis.hook
def before_call(context, case, kwargs):
    operation = operation_of(case)
    fill_path(case, operation)
    if case.meta.generation.mode is GenerationMode.POSITIVE:
        for place, value in sound.pop(operation, dict)().items():
            setattr(case, place, value)


def fill_path(case, operation):
    """A path that is wrong on purpose stays so."""
    part = case.meta.components.get(ParameterLocation.PATH)
    if part is not None and part.mode is not GenerationMode.POSITIVE:
        return
    values = {**seeded["path"], **seeded["pathOf"].get(operation, {})}
    if operation in doomed and case.method.upper() == case.operation.method.upper():
        parameter, make = doomed[operation]
        values[parameter] = make()
    for name in case.path_parameters:
        if name in values:
            case.path_parameters[name] = values[name]


@schemathesis.hook
def after_call(context, case, response):
    counts.write(f"{operation_of(case)} {response.status_code}\n")


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Drops false alarms."""
    if response.status_code in (413, 431):
        return False  # The tool does not know them as refusals.
    if isinstance(failure, RejectedPositiveData):
        # The fields of a form are those of the query, which the document says in words.
        return case.media_type != "multipart/form-data" and not is_known_refusal(response)
    return True


def is_known_refusal(response):
    problem = response.json()
    if "jsonrpc" in problem:
        return True  # MCP describes its own messages.
    said = {problem.get("code")}
    for fault in problem.get("errors", []):
        said |= {fault["code"], "/".join(fault["pointer"].split("/")[:2])}
    if isinstance(problem.get("error"), dict):
        error = problem["error"]
        said |= {error["code"], "/" + str(error.get("param")).split("/")[0]}
        said |= set(re.findall(r"/\w+", error["message"]))  # Anthropic's errors name no parameter.
    return not said.isdisjoint(refusals)
