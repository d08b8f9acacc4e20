"""Lists of rows, one or another number, shares of groups, days of the week, denials: `t` is a `Table` of `made.py`."""

import random
from itertools import pairwise

from templates import FEW_GROUPS, MONTHS, NUMBERS, pick, quoted

DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
FEW_VALUES = 15


def ask_lists(t):
    for measure, (said, most, _) in t.measures.items():
        m, count = quoted(measure), pick([2, 3, 4, 5])
        ends = [f"Show the {count} {t.rows} with the highest {said}", f"List the {NUMBERS[count]} {t.rows} with most {said}"]
        if most:
            ends += [f"List the {count} {most} {t.rows}", f"Show me the {NUMBERS[count]} {most} {t.rows}"]
        t.ask(ends, f"select * from t where {m} is not null order by {m} desc limit {count}")
        known = sorted(cell for cell in t.column(f"select {m} from t") if not isinstance(cell, str))
        bound = known[-5]
        texts = [f"List the {t.rows} with a {said} of {bound} or more", f"Show all {t.rows} with {said} of at least {bound}"]
        t.ask(texts, f"select * from t where {m}>={bound}")
    for _ in range(6):
        (name, value, of), measure = pick(t.values), pick(list(t.measures))
        m, where = quoted(measure), f"where {quoted(name)}={value!r}"
        said = t.measures[measure][0]
        known = sorted(cell for cell in t.column(f"select {m} from t {where}") if not isinstance(cell, str))
        if len(known) > 8:
            bound = known[-5]
            t.ask(
                [f"List the {t.rows} {of} with {said} over {bound}", f"Show {t.rows} {of} and {said} above {bound}"],
                f"select * from t {where} and {m}>{bound}",
            )
        t.ask(
            [f"Show the 3 {t.rows} {of} with the lowest {said}"],
            f"select * from t {where} and {m} is not null order by {m} limit 3",
        )


def ask_any(t):
    for name, value, of in t.values:
        test = f"{quoted(name)}={value!r}"
        t.ask([f"Are there any {t.rows} {of}?", f"Any {t.rows} {of}?"], f"select count(*) from t where {test}")
        measure = pick(list(t.measures))
        m, said = quoted(measure), t.measures[measure][0]
        known = sorted(cell for cell in t.column(f"select {m} from t") if not isinstance(cell, str))
        bound = round(known[4 * len(known) // 5])
        texts = [f"Are there any {t.rows} with {said} over {bound}?", f"Is there any {t.row} with more than {bound} {said}?"]
        t.ask(texts, f"select count(*) from t where {m}>{bound}")


def ask_numbers(t):
    """ "Two or three children": of columns with few whole numbers."""
    names = {name: said for name, (said, *_) in t.measures.items()} | {name: one for name, (one, _) in t.groups.items()}
    for name, said in names.items():
        own = quoted(name)
        values = sorted(t.column(f"select distinct {own} from t where typeof({own})='integer' and {own}<100"))
        if not 2 < len(values) <= FEW_VALUES:
            continue
        for one, other in random.sample(list(pairwise(values)), min(5, len(values) - 1)):
            where = f"from t where {own} in ({one},{other})"
            texts = [
                f"How many {t.rows} have {one} or {other} {said}?",
                f"number of {t.rows} with {one} or {other} {said}",
                f"How many {t.rows} have a {said} of {one} or {other}?",
            ]
            t.ask(texts, f"select count(*) {where}")
            _, value, of = place = pick(t.values)
            t.ask(
                [f"How many {t.rows} {of} have {one} or {other} {said}?"],
                f"select count(*) {where} and {quoted(place[0])}={value!r}",
            )


def ask_shares(t):
    for name, value, of in t.values:
        test = f"{quoted(name)}={value!r}"
        for group in random.sample(list(t.groups), min(3, len(t.groups))):
            one, many = t.groups[group]
            by = quoted(group)
            groups = f"from t where {by} is not null group by 1"
            share = f"100.0*sum({test})/count(*)"
            if group == name or t.column(f"select count(distinct {by}) from t")[0] > FEW_GROUPS:
                continue
            texts = [
                f"What share of each {one} is {of}?",
                f"percentage of {t.rows} {of} by {one}",
                f"share of {t.rows} {of} for each {one}",
                f"What percentage of {t.rows} is {of}, by {one}?",
            ]
            t.ask(texts, f"select {by},{share} {groups}")
            way, end = pick([("desc", "highest"), ("asc", "lowest")])
            texts = [f"Which {one} has the {end} share of {t.rows} {of}?", f"{one} with the {end} percentage {of}"]
            t.ask(texts, f"select {by} {groups} order by {share} {way} limit 1")
        others = [own for own in t.values if own[0] != name]
        if others:
            second, its, too = pick(others)
            texts = [
                f"What share of {t.rows} {of} is {too}?",
                f"What percentage of the {t.rows} {of} are {too}?",
                f"In percent, how many of the {t.rows} {of} are {too}?",
            ]
            t.ask(texts, f"select 100.0*sum({quoted(second)}={its!r})/count(*) from t where {test}")
    for group, (one, _) in t.groups.items():
        by = quoted(group)
        if t.column(f"select count(distinct {by}) from t")[0] <= FEW_GROUPS:
            texts = [f"share of {t.rows} per {one}", f"% of {t.rows} by {one}", f"What percentage of {t.rows} has each {one}?"]
            known = f"from t where {by} is not null"
            t.ask(texts, f"select {by},100.0*count(*)/(select count(*) {known}) {known} group by 1")


def ask_denied(t):
    for name, value, of in t.values:
        if " not " in of:
            continue
        others = f"from t where {quoted(name)}<>{value!r}"
        texts = [f"How many {t.rows} are not {of}?", f"number of {t.rows} without those {of}", f"How many {t.rows} aren't {of}?"]
        t.ask(texts, f"select count(*) {others}")
        measure = pick(list(t.measures))
        texts = [f"average {t.measures[measure][0]} except {value}", f"average {t.measures[measure][0]} outside {value}"]
        t.ask(texts, f"select avg({quoted(measure)}) {others}")


def ask_ranked(t):
    for group, (one, many) in t.groups.items():
        by = quoted(group)
        if t.column(f"select count(distinct {by}) from t")[0] > FEW_GROUPS:
            continue
        for measure, (said, _, _) in t.measures.items():
            m = quoted(measure)
            how, word = pick([("avg", "average"), ("sum", "total"), ("median", "median")])
            groups = f"from t where {by} is not null group by 1 having {how}({m}) is not null"
            texts = [
                f"Rank the {many} by {word} {said}",
                f"Order {many} by {word} {said}, highest first",
                f"{word} {said} by {one}, sorted descending",
            ]
            if measure != group:
                t.ask(texts, f"select {by},{how}({m}) {groups}")
                t.ask([f"median {said} by {one}", f"median {said} per {one}"], f"select {by},median({m}) {groups}")
    for measure, (said, _, _) in t.measures.items():
        name, value, of = pick(t.values)
        where = f"from t where {quoted(name)}={value!r}"
        t.ask([f"median {said} of {t.rows} {of}", f"What is the median {said} {of}?"], f"select median({quoted(measure)}) {where}")
        column = measure.replace("_", pick(["_", " "]))
        texts = [f"minimum and maximum {column}", f"What are the lowest and highest {column}?"]
        t.ask(texts, f"select min({quoted(measure)}),max({quoted(measure)}) from t")


def ask_calendar(t):
    date = quoted(t.date)
    if not t.column(f"select 1 from t where {date} like '____-__-__' limit 1"):
        return
    day = f"((cast(strftime('%w',{date}) as int)+6)%7+1)"
    texts = [f"{t.rows} by day of the week", f"number of {t.rows} per weekday", f"How many {t.rows} on each day of the week?"]
    t.ask(texts, f"select {day},count(*) from t where {date} is not null group by 1")
    for way, most in (("desc", "most"), ("asc", "fewest")):
        texts = [f"Which day of the week has the {most} {t.rows}?", f"On which weekday are there the {most} {t.rows}?"]
        t.ask(texts, f"select {day} from t where {date} is not null group by 1 order by count(*) {way} limit 1")
    for at in random.sample(range(7), 4):
        texts = [f"How many {t.rows} on a {DAYS[at]}?", f"number of {t.rows} on {DAYS[at]}s"]
        t.ask(texts, f"select count(*) from t where {day}={at + 1}")
    t.ask([f"How many {t.rows} at the weekend?"], f"select count(*) from t where {day}>5")
    for measure, (said, _, _) in t.measures.items():
        m, at = quoted(measure), pick(range(7))
        t.ask([f"average {said} on {DAYS[at]}s"], f"select avg({m}) from t where {day}={at + 1}")
        t.ask([f"average {said} by day of the week", f"{said} on average per weekday"], f"select {day},avg({m}) from t group by 1")
        for way, end in (("desc", "highest"), ("asc", "lowest")):
            for how, word in (("avg", "average"), ("sum", "total")):
                texts = [f"Which day of the week has the {end} {word} {said}?", f"weekday with the {end} {word} {said}"]
                t.ask(texts, f"select {day} from t group by 1 order by {how}({m}) {way} limit 1")
    years = t.column(f"select substr({date},1,4) from t group by 1")
    for _ in range(4):
        year, (first, last) = pick(years), sorted(random.sample(range(12), 2))
        months = f"substr({date},1,4)='{year}' and cast(substr({date},6,2) as int) between {first + 1} and {last + 1}"
        text = f"How many {t.rows} between {MONTHS[first]} {year} and {MONTHS[last]} {year}?"
        t.ask([text], f"select count(*) from t where {months}")


def ask_more(t):
    for ask in (ask_lists, ask_any, ask_numbers, ask_shares, ask_denied, ask_ranked):
        ask(t)
    if t.date:
        ask_calendar(t)
