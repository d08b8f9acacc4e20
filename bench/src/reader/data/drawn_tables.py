"""Tables of several years that are drawn at random: what companies keep of orders, sign-ups and requests."""

import csv
import datetime
import os
import random

FIRST = datetime.date(2019, 1, 1)
DAYS = 4 * 365


def day():
    """More in later years and in winter."""
    while True:
        at = random.randrange(DAYS)
        date = FIRST + datetime.timedelta(days=at)
        if random.random() < 0.4 + 0.4 * at / DAYS + (0.2 if date.month in (1, 11, 12) else 0):
            return date


def order(at):
    amount, price = random.choice([1, 1, 2, 3, 4, 6]), random.choice([4.5, 9, 12, 19.9, 35, 60])
    return {
        "order_no": 5000 + at,
        "ordered_on": day(),
        "product": random.choice(["lamp", "desk", "chair", "shelf", "mirror", "rug"]),
        "region": random.choice(["north", "south", "east", "west"]),
        "channel": random.choice(["web", "shop", "phone"]),
        "pieces": amount,
        "revenue": round(amount * price, 2),
        "coupon": random.choice(["none", "none", "WELCOME", "SUMMER"]),
        "rating": random.choice(["", 1, 2, 3, 4, 4, 5, 5]),
    }


def sign_up(at):
    return {
        "subscriber": f"S{at:04d}",
        "joined": day(),
        "country": random.choice(["Norway", "Chile", "Kenya", "Japan", "Spain", "Canada"]),
        "plan": random.choice(["free", "basic", "premium"]),
        "monthly_fee": random.choice([0, 8, 8, 15, 25]),
        "age": random.randint(18, 80),
        "cancelled": random.choice(["yes", "no", "no"]),
        "referral": random.choice(["None", "friend", "advert"]),
    }


def ticket(at):
    opened = datetime.datetime.combine(day(), datetime.time(random.randint(7, 20), random.randrange(60)))
    return {
        "ticket": 100 + at,
        "opened_at": opened.isoformat(sep=" "),
        "topic": random.choice(["billing", "login", "delivery", "refund"]),
        "priority": random.choice(["low", "medium", "high"]),
        "agent": random.choice(["Ines", "Omar", "Lena", "Piotr", "Kofi"]),
        "hours_to_solve": round(random.expovariate(1 / 20), 1),
        "messages": random.randint(0, 9),
        "damage": random.choice(["None", "None", "minor", "major"]),
    }


def draw(folder):
    """Writes the tables to a folder."""
    for name, row in (("orders", order), ("signups", sign_up), ("tickets", ticket)):
        rows = sorted((row(at) for at in range(560)), key=lambda own: str(list(own.values())[1]))
        with open(os.path.join(folder, f"drawn-{name}.csv"), "w", newline="") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)
