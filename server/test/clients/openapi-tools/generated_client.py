"""What a program does with a client that openapi-python-client made: python generated_client.py URL KEY."""
import sys

from made import AuthenticatedClient
from made.api.models import get_model, list_models
from made.api.projects import list_projects

url, key = sys.argv[1:3]
client = AuthenticatedClient(base_url=url, token=key)
assert "default" in [project.name for project in list_projects.sync(client=client)]
names = [model.name for model in list_models.sync("default", client=client)]
assert "home_rentals_model" in names, names
model = get_model.sync("default", "home_rentals_model", client=client)
assert (model.target, model.status.value) == ("rental_price", "complete"), model
print("done")
