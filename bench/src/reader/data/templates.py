"""What is asked of a table, in the wording of business: `t` is a `Table` of `made.py`."""

import random

FEW_GROUPS = 28
NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five"}
MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
SEASONS = {
    "winter": "'12','01','02'",
    "spring": "'03','04','05'",
    "summer": "'06','07','08'",
    "autumn": "'09','10','11'",
}
pick = random.choice


def quoted(name):
    return f'"{name}"'


def ask_measures(t):
    for measure, (said, most, least) in t.measures.items():
        m = quoted(measure)
        t.ask(
            [f"What is the average {said}?", f"average {said}", f"mean {said} of all {t.rows}"],
            f"select avg({m}) from t",
        )
        t.ask([f"highest {said}", f"What was the highest {said}?", f"maximum {said}"], f"select max({m}) from t")
        t.ask([f"lowest {said}", f"What is the smallest {said}?"], f"select min({m}) from t")
        t.ask([f"total {said}", f"What is the sum of {said}?", f"{said} in total"], f"select sum({m}) from t")
        ask_missing(t, m, said)
        ask_bounds(t, m, said)
        if t.names_rows:
            ask_extremes(t, m, said, most, least)
        for name, value, of in random.sample(t.values, min(2, len(t.values))):
            how, word = pick([("avg", "average"), ("sum", "total"), ("max", "highest"), ("min", "minimum")])
            texts = [f"{word} {said} of {t.rows} {of}", f"What is the {word} {said} {of}?", f"{word} {said} {of}"]
            t.ask(texts, f"select {how}({m}) from t where {quoted(name)}={value!r}")


def ask_missing(t, m, said):
    if not t.column(f"select 1 from t where {m} is null limit 1"):
        return
    texts = [
        f"How many {t.rows} have no {said}?",
        f"For how many {t.rows} is {said} missing?",
        f"number of {t.rows} without {said}",
        f"{said} is unknown for how many {t.rows}?",
    ]
    for text in random.sample(texts, 3):
        t.ask([text], f"select count(*) from t where {m} is null")
    t.ask([f"How many {t.rows} have a known {said}?"], f"select count(*) from t where {m} is not null")
    t.ask([f"Which share of {t.rows} has no {said}?"], f"select 100.0*sum({m} is null)/count(*) from t")


def ask_bounds(t, m, said):
    known = sorted(cell for cell in t.column(f"select {m} from t") if not isinstance(cell, str))
    low, high = round(known[len(known) // 4]), round(known[3 * len(known) // 4])
    above = [f"How many {t.rows} have a {said} above {high}?", f"number of {t.rows} with more than {high} {said}"]
    t.ask(above, f"select count(*) from t where {m}>{high}")
    t.ask([f"How many {t.rows} have a {said} below {low}?"], f"select count(*) from t where {m}<{low}")
    between = [
        f"How many {t.rows} have a {said} between {low} and {high}?",
        f"{t.rows} with {said} from {low} to {high}",
    ]
    t.ask(between, f"select count(*) from t where {m} between {low} and {high}")
    t.ask([f"What percentage of {t.rows} has {said} over {high}?"], f"select 100.0*sum({m}>{high})/count(*) from t")


def ask_extremes(t, m, said, most, least):
    label = quoted(t.label)
    for word, how in ((most, "max"), (least, "min")):
        if not word:
            continue
        best = f"from t where {m}=(select {how}({m}) from t)"
        t.ask(
            [f"What was the {word} {t.row}?", f"Which {t.row} is the {word}?", f"the {word} {t.row}"],
            f"select distinct {label} {best}",
        )
        group = pick(list(t.groups))
        text = f"What was the {word} {t.row}, and what was its {t.groups[group][0]}?"
        t.ask([text], f"select distinct {label},{quoted(group)} {best}")
        name, value, of = pick(t.values)
        where = f"where {quoted(name)}={value!r}"
        own = f"select distinct {label} from t {where} and {m}=(select {how}({m}) from t {where})"
        t.ask([f"the {word} {t.row} {of}"], own)
    t.ask(
        [f"Which {t.row} has the highest {said}?"], f"select distinct {label} from t where {m}=(select max({m}) from t)"
    )
    count = pick([3, 5])
    texts = [f"the {NUMBERS[count]} {t.rows} with the highest {said}", f"top {count} {t.rows} by {said}"]
    t.ask(texts, f"select distinct {label} from t order by {m} desc limit {count}")


def ask_groups(t):
    for group, (one, many) in t.groups.items():
        by = quoted(group)
        known = f"from t where {by} is not null"
        size = t.column(f"select count(distinct {by}) from t")[0]
        most = f"select {by} {known} group by 1 order by count(*)"
        t.ask(
            [f"Which {one} is most common?", f"Which {one} has the most {t.rows}?", f"most frequent {one}"],
            f"{most} desc limit 1",
        )
        t.ask([f"Which {one} has the fewest {t.rows}?"], f"{most}, 1 limit 1")
        if size <= FEW_GROUPS:
            texts = [
                f"{t.rows} by {one}",
                f"number of {t.rows} per {one}",
                f"How many {t.rows} are there for each {one}?",
            ]
            t.ask(texts, f"select {by},count(*) {known} group by 1")
        if group in t.plural:
            t.ask(
                [f"How many different {many} are there?", f"number of distinct {many}"],
                f"select count(distinct {by}) from t",
            )
        if group in t.plural and size > 4:
            count = pick([3, 5])
            texts = [f"top {count} {many} by number of {t.rows}", f"the {NUMBERS[count]} {many} with the most {t.rows}"]
            t.ask(texts, f"{most} desc, 1 limit {count}")
            bound = sorted(t.column(f"select count(*) {known} group by {by}"))[-3]
            texts = [f"Which {many} have more than {bound} {t.rows}?", f"{many} with more than {bound} {t.rows}"]
            t.ask(texts, f"select {by} {known} group by 1 having count(*)>{bound}")
        for measure, (said, _, _) in t.measures.items():
            if measure != group:
                ask_measure_of_groups(t, group, size, quoted(measure), said)


def ask_measure_of_groups(t, group, size, m, said):
    one, many = t.groups[group]
    by = quoted(group)
    groups = f"from t where {by} is not null group by {by}"
    how, word = pick([("avg", "average"), ("sum", "total")])
    has = f"having {how}({m}) is not null"
    if size <= FEW_GROUPS:
        texts = [f"{word} {said} by {one}", f"{word} {said} per {one}", f"Compare {many} by {word} {said}"]
        t.ask(texts, f"select {by},{how}({m}) {groups} {has}")
    way, end = pick([("desc", "highest"), ("asc", "lowest"), ("desc", "largest")])
    texts = [f"Which {one} has the {end} {word} {said}?", f"{one} with the {end} {word} {said}"]
    t.ask(texts, f"select {by} {groups} {has} order by {how}({m}) {way} limit 1")
    if size > 4 and group in t.plural:
        count = pick(list(NUMBERS))
        texts = [f"the {NUMBERS[count]} {many} with the highest {word} {said}", f"top {count} {many} by {word} {said}"]
        t.ask(texts, f"select {by} {groups} {has} order by {how}({m}) desc, 1 limit {count}")
    averages = sorted(t.column(f"select avg({m}) {groups}"))
    if len(averages) > 2:
        bound = round(averages[len(averages) // 2])
        texts = [f"Which {many} have an average {said} above {bound}?", f"{many} with an average {said} over {bound}"]
        t.ask(texts, f"select {by} {groups} having avg({m})>{bound}")


def ask_contrasts(t):
    """Two named values of one column, set against each other."""
    pairs = [(a, b) for a in t.values for b in t.values if a[0] == b[0] and a != b]
    for (name, one, of_one), (_, other, of_other) in random.sample(pairs, min(12, len(pairs))):
        by = quoted(name)
        both = f"from t where {by} in ({one!r},{other!r}) group by 1"
        measure = pick(list(t.measures))
        m, said = quoted(measure), t.measures[measure][0]
        best = f"select {by} {both} order by avg({m}) desc limit 1"
        t.ask(
            [
                f"Which has the higher average {said}, {one} or {other}?",
                f"Did {one} or {other} have more {said} per {t.row}?",
            ],
            best,
        )
        t.ask([f"Compare {one} and {other} by average {said}"], f"select {by},avg({m}) {both}")
        texts = [
            f"Is the average {said} higher {of_one} than {of_other}?",
            f"Do {t.rows} {of_one} have more {said} than {t.rows} {of_other}?",
        ]
        t.ask(texts, f"select {by},avg({m}) {both}")
        t.ask(
            [f"Are there more {t.rows} {of_one} or {of_other}?"], f"select {by} {both} order by count(*) desc limit 1"
        )
        t.ask(
            [f"How many more {t.rows} are there {of_one} than {of_other}?"],
            f"select abs(sum({by}={one!r})-sum({by}={other!r})) from t",
        )


def ask_values(t):
    for name, value, of in t.values:
        test = f"{quoted(name)}={value!r}"
        t.ask(
            [f"How many {t.rows} are there {of}?", f"number of {t.rows} {of}", f"count the {t.rows} {of}"],
            f"select count(*) from t where {test}",
        )
        t.ask(
            [f"share of {t.rows} {of}", f"What percentage of {t.rows} is {of}?"],
            f"select 100.0*sum({test})/count(*) from t",
        )
        others = [one for one in t.values if one[0] != name]
        if others:
            second, its, too = pick(others)
            t.ask(
                [f"How many {t.rows} {of} {too}?"], f"select count(*) from t where {test} and {quoted(second)}={its!r}"
            )


def ask_several(t):
    """Several figures at once, two groups, sides of the average, quotients."""
    for _ in range(4):
        first, second = random.sample(list(t.measures), 2) if len(t.measures) > 1 else (list(t.measures) * 2)[:2]
        m, other, said, too = quoted(first), quoted(second), t.measures[first][0], t.measures[second][0]
        name, value, of = pick(t.values)
        where = f"from t where {quoted(name)}={value!r}"
        texts = [f"lowest, highest and average {said}", f"What are the minimum, maximum and average {said}?"]
        t.ask(texts, f"select min({m}),max({m}),avg({m}) from t")
        t.ask([f"minimum and maximum {said} of {t.rows} {of}"], f"select min({m}),max({m}) {where}")
        t.ask(
            [f"How many {t.rows} are there {of}, and what is their average {said}?"],
            f"select count(*),avg({m}) {where}",
        )
        if first != second:
            t.ask([f"average {said} and {too}"], f"select avg({m}),avg({other}) from t")
            t.ask([f"average {said} and maximum {too} of {t.rows} {of}"], f"select avg({m}),max({other}) {where}")
            if t.column(f"select count(distinct {other}) from t")[0] >= 60:
                t.ask([f"average {said} per {too}"], f"select avg(1.0*{m}/nullif({other},0)) from t")
            group, count = list(t.groups)[0], pick([2, 3, 5])
            text = f"{said}, {too} and {t.groups[group][0]} of the {count} {t.rows} with the highest {said}"
            t.ask(
                [text],
                f"select {m},{other},{quoted(group)} from t where {m} is not null order by {m} desc limit {count}",
            )
        side, sign = pick([("above", ">"), ("below", "<")])
        test = f"{m}{sign}(select avg({m}) from t)"
        t.ask(
            [f"How many {t.rows} have a {said} {side} average?", f"How many {t.rows} are {side} the average {said}?"],
            f"select count(*) from t where {test}",
        )
        t.ask([f"How many {t.rows} {of} have a {said} {side} the average?"], f"select count(*) {where} and {test}")
        if len(t.groups) > 1:
            by, and_by = random.sample(list(t.groups), 2)
            pairs = f"from t where {quoted(by)} is not null and {quoted(and_by)} is not null group by 1,2"
            named = f"{t.groups[by][0]} and {t.groups[and_by][0]}"
            t.ask(
                [f"average {said} by {named}", f"What is the average {said} per {named}?"],
                f"select {quoted(by)},{quoted(and_by)},avg({m}) {pairs}",
            )
            t.ask([f"number of {t.rows} by {named}"], f"select {quoted(by)},{quoted(and_by)},count(*) {pairs}")


def ask_times(t):
    day = quoted(t.date)
    years = t.column(f"select substr({day},1,4) from t group by 1")
    for measure, (said, most, least) in t.measures.items():
        m = quoted(measure)
        year, at, (season, its) = pick(years), pick(range(12)), pick(list(SEASONS.items()))
        month = f"cast(substr({day},6,2) as int)"
        in_year = f"from t where substr({day},1,4)='{year}'"
        t.ask([f"average {said} in {MONTHS[at]}"], f"select avg({m}) from t where {month}={at + 1}")
        t.ask([f"highest {said} in {MONTHS[at]} {year}"], f"select max({m}) {in_year} and {month}={at + 1}")
        t.ask([f"average {said} in {season}"], f"select avg({m}) from t where substr({day},6,2) in ({its})")
        t.ask(
            [f"Which month has the highest average {said}?"],
            f"select {month} from t group by 1 order by avg({m}) desc limit 1",
        )
        if len(years) == 1:
            t.ask([f"average {said} by month"], f"select {month},avg({m}) from t group by 1")
        for word, way in ((most, "desc"), (least, "asc")):
            if word:
                t.ask(
                    [f"the {word} month in {year}"],
                    f"select {month} {in_year} group by 1 order by avg({m}) {way} limit 1",
                )
        if len(years) > 1:
            of_year = f"cast(substr({day},1,4) as int)"
            t.ask(
                [f"average {said} in {year}", f"What was the average {said} in {year}?"], f"select avg({m}) {in_year}"
            )
            t.ask([f"average {said} per year"], f"select {of_year},avg({m}) from t group by 1")
            t.ask([f"How many {t.rows} were there in {year}?"], f"select count(*) {in_year}")
            t.ask([f"{t.rows} per year"], f"select {of_year},count(*) from t group by 1")
            t.ask(
                [f"Which year had the most {t.rows}?"],
                f"select {of_year} from t group by 1 order by count(*) desc limit 1",
            )


def ask_all(t):
    for ask in (ask_measures, ask_groups, ask_contrasts, ask_values, ask_several):
        ask(t)
    if t.date:
        ask_times(t)
