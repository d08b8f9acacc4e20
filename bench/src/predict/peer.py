"""The peer: the service that an engineer would write by hand for the table of rentals.

FastAPI with a model of the row, a scikit-learn pipeline, bounds from the residuals of a held-out part (split conformal).
Run by uvicorn with one worker; RENTALS_CSV names the training rows.
"""

import os

import numpy as np
import pandas as pd
from fastapi import FastAPI
from pydantic import BaseModel
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OrdinalEncoder

COVERAGE = 0.9


class Rental(BaseModel):
    number_of_rooms: float | None = None
    number_of_bathrooms: float | None = None
    sqft: float | None = None
    location: str | None = None
    days_on_market: float | None = None
    neighborhood: str | None = None


class Answer(BaseModel):
    rental_price: float
    rental_price_min: float
    rental_price_max: float


INPUTS = list(Rental.model_fields)
CATEGORIES = ["location", "neighborhood"]


def train(path: str):
    rentals = pd.read_csv(path)
    fitted, held_out = train_test_split(rentals, test_size=0.2, random_state=0)
    encoder = ColumnTransformer(
        [("categories", OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=np.nan), CATEGORIES)],
        remainder="passthrough",
    )
    boosting = HistGradientBoostingRegressor(categorical_features=[0, 1], random_state=0)
    pipeline = make_pipeline(encoder, boosting)
    pipeline.fit(fitted[INPUTS], fitted["rental_price"])
    residuals = np.abs(held_out["rental_price"] - pipeline.predict(held_out[INPUTS]))
    return pipeline, float(np.quantile(residuals, COVERAGE))


pipeline, margin = train(os.environ["RENTALS_CSV"])
app = FastAPI()


@app.post("/predict")
async def predict(rentals: list[Rental]) -> list[Answer]:
    frame = pd.DataFrame([rental.model_dump() for rental in rentals], columns=INPUTS)
    frame = frame.astype({name: float for name in INPUTS if name not in CATEGORIES})
    return [
        Answer(rental_price=price, rental_price_min=price - margin, rental_price_max=price + margin)
        for price in pipeline.predict(frame)
    ]
