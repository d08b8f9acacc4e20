"""Python client of Sibyl: train models on your tables, predict with honest bounds, ask agents.

>>> client = sibyl.Client("http://127.0.0.1:4747")
>>> model = client.train(homes, target="price")
>>> model.predict(homes.drop(columns="price"))
"""

from ._async.agents import AsyncAgent
from ._async.client import AsyncClient
from ._async.knowledge import AsyncKnowledge
from ._async.models import AsyncModel
from ._async.project import AsyncProject
from ._async.tables import AsyncTable
from ._sync.agents import Agent
from ._sync.client import Client
from ._sync.knowledge import Knowledge
from ._sync.models import Model
from ._sync.project import Project
from ._sync.tables import Table
from ._views import Answer
from .description import Description
from .errors import (
    BadRequest,
    Conflict,
    ConnectionFailed,
    Fault,
    InputError,
    MissingPackage,
    NotFound,
    NotPermitted,
    RateLimited,
    RequestTimeout,
    ServiceError,
    SibylError,
    Stale,
    TooLarge,
    TrainingCancelled,
    TrainingFailed,
    Unauthenticated,
    Unavailable,
    Unprocessable,
)

__version__ = "0.1.0"

__all__ = [
    "Agent",
    "Answer",
    "AsyncAgent",
    "AsyncClient",
    "AsyncKnowledge",
    "AsyncModel",
    "AsyncProject",
    "AsyncTable",
    "BadRequest",
    "Client",
    "Conflict",
    "ConnectionFailed",
    "Description",
    "Fault",
    "InputError",
    "Knowledge",
    "MissingPackage",
    "Model",
    "NotFound",
    "NotPermitted",
    "Project",
    "RateLimited",
    "RequestTimeout",
    "ServiceError",
    "SibylError",
    "Stale",
    "Table",
    "TooLarge",
    "TrainingCancelled",
    "TrainingFailed",
    "Unauthenticated",
    "Unavailable",
    "Unprocessable",
]
