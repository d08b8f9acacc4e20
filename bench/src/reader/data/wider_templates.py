"""One or the other of two columns, four conditions, groups by what is not said of them: `t` is a `Table` of `made.py`."""

import random

from templates import pick, quoted


def numbers_of(t, measure):
    return sorted(cell for cell in t.column(f"select {quoted(measure)} from t") if not isinstance(cell, str))


def bound_of(t, measure):
    """A bound of a measure, in words and in SQL."""
    known, m, said = numbers_of(t, measure), quoted(measure), t.measures[measure][0]
    low, high = round(known[len(known) // 3]), round(known[2 * len(known) // 3])
    return pick([
        (f"with {said} over {low}", f"{m}>{low}"),
        (f"with a {said} below {high}", f"{m}<{high}"),
        (f"with a {said} of at least {low}", f"{m}>={low}"),
        (f"with {said} under {high}", f"{m}<{high}"),
    ])


def value_of(spec):
    name, value, said = spec
    return said, f"{quoted(name)}={value!r}"


def ask_either(t):
    for _ in range(12):
        first, (measure, other) = pick(t.values), random.sample([*t.measures, *t.measures], 2)
        rest = [one for one in t.values if one[0] != first[0]]
        second = value_of(pick(rest)) if rest and random.random() < 0.6 else bound_of(t, measure)
        pairs = [value_of(first), second] if random.random() < 0.8 else [second, bound_of(t, other)]
        random.shuffle(pairs)
        (of, test), (too, its) = pairs
        if test == its:
            continue
        where = f"from t where ({test} or {its})"
        texts = [f"How many {t.rows} are {of} or {too}?", f"number of {t.rows} {of} or {too}", f"How many {t.rows} are either {of} or {too}?"]
        t.ask(texts, f"select count(*) {where}")
        third = pick(list(t.measures))
        said = t.measures[third][0]
        t.ask([f"average {said} of {t.rows} {of} or {too}"], f"select avg({quoted(third)}) {where}")
    for measure, (said, _, _) in t.measures.items():
        known, m = numbers_of(t, measure), quoted(measure)
        low, high = round(known[len(known) // 5]), round(known[4 * len(known) // 5])
        texts = [f"How many {t.rows} have a {said} below {low} or above {high}?", f"{t.rows} with {said} under {low} or over {high}"]
        t.ask(texts, f"select count(*) from t where {m}<{low} or {m}>{high}")


def ask_many_conditions(t):
    for _ in range(16):
        names = list({name for name, _, _ in t.values})
        chosen = random.sample(names, min(len(names), pick([1, 2])))
        values = [value_of(pick([one for one in t.values if one[0] == name])) for name in chosen]
        measures = [one for one in t.measures if one not in chosen]
        bounds = [bound_of(t, one) for one in random.sample(measures, min(len(measures), 4 - len(values)))]
        if len(values) + len(bounds) < 3:
            continue
        heads, tails = " ".join(said for said, _ in values), [said for said, _ in bounds]
        text = f"{heads} {', '.join(tails[:-1])}{' and ' if len(tails) > 1 else ''}{tails[-1]}"
        where = f"from t where {' and '.join(test for _, test in [*values, *bounds])}"
        t.ask([f"How many {t.rows} {text}?", f"number of {t.rows} {text}"], f"select count(*) {where}")
        t.ask([f"Which {t.rows} {text}?", f"List the {t.rows} {text}"], f"select * {where}")


def ask_groups_by_end(t):
    """ "The cheapest town": a group of many rows has the average of these, and more than any row has their sum."""
    for group, (one, many) in t.groups.items():
        by, size = quoted(group), len(t.column(f"select distinct {quoted(group)} from t"))
        rows = t.column("select count(*) from t")[0]
        if size < 3 or size > 0.7 * rows:
            continue
        for measure, (said, most, least) in t.measures.items():
            m, groups = quoted(measure), f"from t where {by} is not null group by {by}"
            for word, way in ((most, "desc"), (least, "asc")):
                if word and measure != group:
                    texts = [f"Which {one} is the {word}?", f"the {word} {one}", f"Which is the {word} {one} on average?"]
                    t.ask(texts, f"select {by} {groups} having avg({m}) is not null order by avg({m}) {way} limit 1")
            known = numbers_of(t, measure)
            sums = sorted(total for total in t.column(f"select sum({m}) {groups}") if total > known[-1])
            if group in t.plural and measure != group and len(sums) > 2:
                bound = round(max(known[-1] + 1, sums[len(sums) // 2]))
                own = f"select {by} {groups} having sum({m})>{bound}"
                t.ask([f"Which {many} have {said} over {bound}?", f"{many} with more than {bound} {said}"], own)
                t.ask([f"How many {many} have a {said} above {bound}?"], f"select count(*) from ({own})")


def ask_two_years(t):
    date = quoted(t.date or t.year)
    year = f"cast(substr({date},1,4) as int)"
    years = t.column(f"select distinct {year} from t where {date} is not null")
    for own in random.sample(years, min(4, len(years))):
        of = f"from t where {year}={own}"
        t.ask([f"How many {t.rows} are from {own}?", f"number of {t.rows} from {own}"], f"select count(*) {of}")
    for measure, (said, most, least) in t.measures.items():
        for _ in range(3 if len(years) > 1 else 0):
            one, other = random.sample(years, 2)
            m, both = quoted(measure), f"from t where {year} in ({one},{other}) group by 1"
            for word, way in ((most, "desc"), (least, "asc")):
                if word and word.endswith("est") and " " not in word:
                    texts = [f"Which year was {word[:-3]}er, {one} or {other}?", f"Was {one} or {other} {word[:-3]}er?"]
                    t.ask(texts, f"select {year} {both} order by avg({m}) {way} limit 1")
            way, end = pick([("desc", "higher"), ("asc", "lower")])
            texts = [f"Was the average {said} {end} in {one} or {other}?", f"Which year had the {end} average {said}, {one} or {other}?"]
            t.ask(texts, f"select {year} {both} order by avg({m}) {way} limit 1")
            texts = [f"Were there more {t.rows} in {one} or in {other}?", f"Which year had more {t.rows}, {one} or {other}?"]
            t.ask(texts, f"select {year} {both} order by count(*) desc limit 1")


def ask_wider(t):
    for ask in (ask_either, ask_many_conditions, ask_groups_by_end):
        ask(t)
    if t.date or t.year:
        ask_two_years(t)
