"""Times of several years, and bounds of groups: `t` is a `Table` of `made.py`."""

import random

from templates import FEW_GROUPS, MONTHS, pick, quoted


def ask_years(t):
    date = quoted(t.date)
    year = f"cast(substr({date},1,4) as int)"
    years = sorted(t.column(f"select distinct {year} from t where {date} is not null"))
    if len(years) < 2:
        return
    first_of_month = f"substr({date},1,7)||'-01'"
    quarter = f"substr({date},1,5)||substr('0'||(((cast(substr({date},6,2) as int)-1)/3)*3+1),-2)||'-01'"
    known = f"from t where {date} is not null"
    few = len(years) <= 5
    ask_rows_of_years(t, known, year, years, first_of_month, quarter if few else None)
    for measure, (said, most, least) in t.measures.items():
        for _ in range(2):
            ask_figure_of_years(t, quoted(measure), said, known, year, years, first_of_month, quarter if few else None)
        for word, way in ((most, "desc"), (least, "asc")):
            if word and t.row == "day":
                own, m, how = pick(years), quoted(measure), pick(["avg", "avg", "sum"])
                texts = [f"What was the {word} month of {own}?", f"Which month of {own} was the {word}?"]
                month = f"cast(substr({date},6,2) as int)"
                t.ask(texts, f"select {month} {known} and {year}={own} group by 1 order by avg({m}) {way} limit 1")
                t.ask([f"the {word} {t.row} of {own}", f"Which was the {word} {t.row} in {own}?"],
                      f"select * {known} and {year}={own} and {m} is not null order by {m} {way} limit 1")  # fmt: skip
                t.ask([f"the {word} year", f"Which year was the {word}?"],
                      f"select {year} {known} group by 1 order by {how}({m}) {way} limit 1")  # fmt: skip


def ask_rows_of_years(t, known, year, years, first_of_month, quarter):
    date = quoted(t.date)
    month = f"cast(substr({date},6,2) as int)"
    texts = [f"{t.rows} per month", f"How many {t.rows} were there each month?", f"number of {t.rows} by month"]
    t.ask([*texts, f"monthly {t.rows}"], f"select {first_of_month},count(*) {known} group by 1")
    t.ask([f"Which month of the year has the most {t.rows}?", f"In which calendar month are there the most {t.rows}?"],
          f"select {month} {known} group by 1 order by count(*) desc limit 1")  # fmt: skip
    t.ask([f"{t.rows} by month of the year", f"number of {t.rows} per calendar month"],
          f"select {month},count(*) {known} group by 1")  # fmt: skip
    if quarter:
        t.ask([f"{t.rows} per quarter", f"quarterly number of {t.rows}"], f"select {quarter},count(*) {known} group by 1")
    for way, most in (("desc", "most"), ("asc", "fewest")):
        texts = [f"In which year were there the {most} {t.rows}?", f"year with the {most} {t.rows}", f"Which year had the {most} {t.rows}?"]
        t.ask(texts, f"select {year} {known} group by 1 order by count(*) {way} limit 1")
    for own in random.sample(years, min(3, len(years))):
        of = f"{known} and {year}={own}"
        t.ask([f"{t.rows} per month in {own}", f"How many {t.rows} were there in each month of {own}?"],
              f"select {month},count(*) {of} group by 1")  # fmt: skip
        t.ask([f"Which month of {own} had the most {t.rows}?", f"In which month of {own} were there the most {t.rows}?"],
              f"select {month} {of} group by 1 order by count(*) desc limit 1")  # fmt: skip
        at = pick(range(12))
        t.ask([f"How many {t.rows} in {MONTHS[at]} {own}?", f"number of {t.rows} in {MONTHS[at]} {own}"],
              f"select count(*) {of} and {month}={at + 1}")  # fmt: skip
        t.ask([f"How many {t.rows} since {own}?", f"number of {t.rows} from {own} on"], f"select count(*) {known} and {year}>={own}")
        t.ask([f"How many {t.rows} before {own}?"], f"select count(*) {known} and {year}<{own}")
        for name, value, said in random.sample(t.values, min(4, len(t.values))):
            where = f"{of} and {quoted(name)}={value!r}"
            t.ask([f"How many {t.rows} {said} in {own}?", f"{t.rows} {said} in {own}", f"number of {t.rows} {said} in {own}"],
                  f"select count(*) {where}")  # fmt: skip
            t.ask([f"In which year were there the most {t.rows} {said}?", f"Which year had the most {t.rows} {said}?"],
                  f"select {year} {known} and {quoted(name)}={value!r} group by 1 order by count(*) desc limit 1")  # fmt: skip
            t.ask([f"{t.rows} {said} per year", f"How many {t.rows} {said} were there each year?"],
                  f"select {year},count(*) {known} and {quoted(name)}={value!r} group by 1")  # fmt: skip
        for group, (one, _) in random.sample(list(t.groups.items()), min(2, len(t.groups))):
            by = quoted(group)
            if t.column(f"select count(distinct {by}) from t")[0] <= FEW_GROUPS:
                t.ask([f"{t.rows} by {one} in {own}", f"How many {t.rows} per {one} in {own}?"],
                      f"select {by},count(*) {of} and {by} is not null group by 1")  # fmt: skip
                t.ask([f"Which {one} had the most {t.rows} in {own}?", f"{one} with the most {t.rows} in {own}"],
                      f"select {by} {of} and {by} is not null group by 1 order by count(*) desc limit 1")  # fmt: skip


def ask_figure_of_years(t, m, said, known, year, years, first_of_month, quarter):
    date = quoted(t.date)
    month = f"cast(substr({date},6,2) as int)"
    how, word = pick([("sum", "total"), ("avg", "average")])
    own, at = pick(years), pick(range(12))
    of = f"{known} and {year}={own}"
    has = f"having {how}({m}) is not null"
    texts = [f"{word} {said} per month", f"{word} {said} by month", f"{word} monthly {said}", f"What was the {word} {said} each month?"]
    t.ask(texts, f"select {first_of_month},{how}({m}) {known} group by 1 {has}")
    texts = [f"{word} {said} per month in {own}", f"{word} {said} by month in {own}", f"Show the {word} {said} for each month of {own}"]
    t.ask(texts, f"select {month},{how}({m}) {of} group by 1 {has}")
    t.ask([f"{said} per month in {own}"], f"select {month},sum({m}) {of} group by 1 having sum({m}) is not null")
    if quarter:
        t.ask([f"{word} {said} per quarter", f"quarterly {word} {said}"], f"select {quarter},{how}({m}) {known} group by 1 {has}")
    texts = [f"{word} {said} by year", f"How did the {word} {said} develop over the years?", f"How has the {word} {said} changed over the years?"]
    t.ask(texts, f"select {year},{how}({m}) {known} group by 1 {has}")
    first, last = sorted(random.sample(years, 2))
    texts = [f"How did the {word} {said} change from {first} to {last}?", f"{word} {said} per year from {first} to {last}", f"{word} {said} by year between {first} and {last}"]
    t.ask(texts, f"select {year},{how}({m}) {known} and {year} between {first} and {last} group by 1 {has}")
    t.ask([f"{word} {said} in {own}", f"What was the {word} {said} in {own}?"], f"select {how}({m}) {of}")
    t.ask([f"{word} {said} in {MONTHS[at]} {own}"], f"select {how}({m}) {of} and {month}={at + 1}")
    t.ask([f"{word} {said} in {MONTHS[at]}", f"What is the {word} {said} in {MONTHS[at]}?"], f"select {how}({m}) {known} and {month}={at + 1}")
    t.ask([f"{word} {said} from {first} to {last}", f"{word} {said} between {first} and {last}"],
          f"select {how}({m}) {known} and {year} between {first} and {last}")  # fmt: skip
    way, end, most = pick([("desc", "highest", "most"), ("asc", "lowest", "least")])
    texts = [f"In which year was the {word} {said} {end}?", f"Which year had the {end} {word} {said}?", f"year with the {end} {word} {said}"]
    t.ask(texts, f"select {year} {known} group by 1 {has} order by {how}({m}) {way} limit 1")
    texts = [f"In which year was there the {most} {said}?", f"Which year had the {most} {said}?", f"year with the {most} {said}"]
    t.ask(texts, f"select {year} {known} group by 1 having sum({m}) is not null order by sum({m}) {way} limit 1")
    texts = [f"Which month of {own} had the {most} {said}?", f"In which month of {own} was there the {most} {said}?", f"month with the {most} {said} in {own}"]
    t.ask(texts, f"select {month} {of} group by 1 having sum({m}) is not null order by sum({m}) {way} limit 1")
    texts = [f"Which month of {own} had the {end} {word} {said}?", f"In which month of {own} was the {word} {said} {end}?"]
    t.ask(texts, f"select {month} {of} group by 1 {has} order by {how}({m}) {way} limit 1")
    texts = [f"In which month of which year was the {word} {said} {end}?", f"Which single month had the {end} {word} {said}?"]
    t.ask(texts, f"select {first_of_month} {known} group by 1 {has} order by {how}({m}) {way} limit 1")
    t.ask([f"highest {said} in {own}", f"What was the highest {said} in {own}?"], f"select max({m}) {of}")
    t.ask([f"On which day of {own} was the {said} {end}?", f"date of the {end} {said} in {own}"],
          f"select distinct {date} {of} and {m}=(select {'max' if way == 'desc' else 'min'}({m}) {of})")  # fmt: skip
    name, value, told = pick(t.values)
    where = f"{of} and {quoted(name)}={value!r}"
    t.ask([f"{word} {said} of {t.rows} {told} in {own}", f"{word} {said} {told} in {own}"], f"select {how}({m}) {where}")


def ask_bounds_of_groups(t):
    for group, (one, many) in t.groups.items():
        by = quoted(group)
        if group not in t.plural or t.column(f"select count(distinct {by}) from t")[0] < 4:
            continue
        for measure, (said, _, _) in t.measures.items():
            m = quoted(measure)
            averages = sorted(t.column(f"select avg({m}) from t where {by} is not null group by {by}"))
            if measure == group or len(averages) < 4:
                continue
            bound = round(averages[pick([1, len(averages) // 2, -2])])
            own = f"from t where {by} is not null group by {by} having avg({m})>{bound}"
            texts = [f"How many {many} have an average {said} above {bound}?", f"In how many {many} is the average {said} over {bound}?"]
            t.ask(texts, f"select count(*) from (select {by} {own})")
            known = sorted(cell for cell in t.column(f"select {m} from t") if not isinstance(cell, str))
            high = round(known[-max(2, len(known) // 50)])
            texts = [f"In how many {many} is the {said} above {high}?", f"How many {many} have a {said} of more than {high}?"]
            t.ask(texts, f"select count(distinct {by}) from t where {m}>{high}")
            texts = [f"Which {many} have a {said} above {high}?", f"{many} with a {said} over {high}"]
            t.ask(texts, f"select distinct {by} from t where {m}>{high} and {by} is not null")


def ask_number_years(t):
    """Of tables with a column of years as numbers."""
    y = quoted(t.year)
    years = sorted(t.column(f"select distinct {y} from t"))
    for measure, (said, most, _) in t.measures.items():
        m = quoted(measure)
        for name, value, told in t.values:
            if name == t.year:
                continue
            where, own = f"from t where {quoted(name)}={value!r}", pick(years)
            first, last = sorted(random.sample(years, 2))
            how, word = pick([("avg", "average"), ("max", "highest")])
            t.ask([f"What was the {said} {told} in {own}?", f"{said} {told} in {own}"], f"select distinct {m} {where} and {y}={own}")
            t.ask([f"How did the {said} {told} change from {first} to {last}?", f"{said} {told} from {first} to {last} by year"],
                  f"select {y},{m} {where} and {y} between {first} and {last}")  # fmt: skip
            t.ask([f"{word} {said} {told} since {first}"], f"select {how}({m}) {where} and {y}>={first}")
            t.ask([f"In which year was the {said} {told} highest?", f"When was the {said} {told} highest?"],
                  f"select {y} {where} order by {m} desc limit 1")  # fmt: skip
        for own in random.sample(years, min(4, len(years))):
            of, label = f"from t where {y}={own}", quoted(t.label)
            known = sorted(t.column(f"select {m} {of}"))
            one = t.groups.get(t.label, (t.row, t.rows))
            t.ask([f"Which {one[0]} had the highest {said} in {own}?", f"{one[0]} with the highest {said} in {own}"],
                  f"select distinct {label} {of} order by {m} desc limit 1")  # fmt: skip
            t.ask([f"average {said} in {own}", f"What was the average {said} in {own}?"], f"select avg({m}) {of}")
            t.ask([f"the 3 {one[1]} with the highest {said} in {own}"], f"select {label} {of} order by {m} desc limit 3")
            if len(known) > 6:
                bound = round(known[-len(known) // 4])
                t.ask([f"In how many {one[1]} was the {said} over {bound} in {own}?", f"How many {one[1]} had a {said} above {bound} in {own}?"],
                      f"select count(distinct {label}) {of} and {m}>{bound}")  # fmt: skip
                t.ask([f"Which {one[1]} had a {said} above {bound} in {own}?"], f"select distinct {label} {of} and {m}>{bound}")
        for how, word in (("avg", "average"), ("sum", "total")):
            t.ask([f"{word} {said} by year", f"How did the {word} {said} develop?", f"{word} {said} per year"], f"select {y},{how}({m}) from t group by 1")
            t.ask([f"Which year had the highest {word} {said}?"], f"select {y} from t group by 1 order by {how}({m}) desc limit 1")


def ask_of_times(t):
    ask_bounds_of_groups(t)
    if t.date:
        ask_years(t)
    if t.year:
        ask_number_years(t)
