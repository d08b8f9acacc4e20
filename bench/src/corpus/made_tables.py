"""Tables with categories of many values, drawn with a seed; the packages ship hardly any."""
import numpy
import pandas


def draw_codes(random, values, rows, power):
    """Codes whose frequency falls like that of words: few are common, most are rare."""
    weights = 1 / numpy.arange(1, values + 1) ** power
    return random.choice(values, rows, p=weights / weights.sum())


def pair_effects(random, first, second, spread):
    """One effect for each pair of codes that occurs."""
    _, pair = numpy.unique(first * 1_000_000 + second, return_inverse=True)
    return random.normal(0, spread, pair.max() + 1)[pair]


def texts(frame):
    return frame.assign(**{name: frame[name].map(lambda code, name=name: f"{name}{code}") for name in frame if name not in ("y", "size")})


def access(rows=32_000):
    """Whether access is granted (94 %): nine categories of up to 7,500 values, some of which follow from others."""
    random = numpy.random.default_rng(41)
    manager, resource = draw_codes(random, 4200, rows, 0.7), draw_codes(random, 7500, rows, 0.9)
    title = draw_codes(random, 340, rows, 0.8)
    department = random.integers(0, 450, 4200)[manager]
    area = random.integers(0, 128, 450)[department]
    unit = random.integers(0, 67, 128)[area]
    family = random.integers(0, 67, 340)[title]
    code, level = draw_codes(random, 2300, rows, 0.9), draw_codes(random, 177, rows, 1.0)
    effect = lambda codes, spread: random.normal(0, spread, codes.max() + 1)[codes]
    score = effect(resource, 1.0) + effect(manager, 0.8) + effect(department, 0.5) + effect(title, 0.5) + effect(family, 0.3) + effect(code, 0.3)
    score += pair_effects(random, title, area, 0.7) + pair_effects(random, resource, unit, 0.9)
    y = numpy.where(random.random(rows) < 1 / (1 + numpy.exp(-score - 4.0)), "granted", "refused")
    return texts(pandas.DataFrame(dict(resource=resource, manager=manager, department=department, area=area, unit=unit, title=title, family=family, code=code, level=level, y=y)))


def sales(rows=8_000):
    """A number from shops, articles (2,000) and their pairs, with one number beside them."""
    random = numpy.random.default_rng(42)
    article, shop, week = draw_codes(random, 2000, rows, 0.6), random.integers(0, 150, rows), random.integers(0, 52, rows)
    group = random.integers(0, 40, 2000)[article]
    size = random.normal(0, 1, rows)
    y = random.normal(0, 1, 2000)[article] + random.normal(0, 0.7, 150)[shop] + pair_effects(random, group, shop, 0.6) + numpy.sin(week / 8) + 0.5 * size + random.normal(0, 1, rows)
    return texts(pandas.DataFrame(dict(article=article, group=group, shop=shop, week=week, size=size.round(3), y=y.round(3))))


def codes(rows=5_000):
    """Two classes from two categories of 300 values each, and noise of 1,000 values."""
    random = numpy.random.default_rng(43)
    first, second, noise, few = draw_codes(random, 300, rows, 0.5), draw_codes(random, 300, rows, 0.5), random.integers(0, 1000, rows), random.integers(0, 6, rows)
    score = random.normal(0, 1, 300)[first] + random.normal(0, 0.7, 300)[second] + pair_effects(random, few, first, 0.8)
    y = numpy.where(random.random(rows) < 1 / (1 + numpy.exp(-score)), "yes", "no")
    return texts(pandas.DataFrame(dict(first=first, second=second, noise=noise, few=few, y=y)))


def numbers(rows=16_000):
    """As access, but the codes are numbers, and related ones are near each other."""
    random = numpy.random.default_rng(44)
    manager, resource = draw_codes(random, 3000, rows, 0.8), draw_codes(random, 4000, rows, 1.0)
    department = numpy.sort(random.integers(0, 200, 3000))[manager]
    kind = numpy.sort(random.integers(0, 60, 4000))[resource]
    title = draw_codes(random, 300, rows, 0.9)
    effect = lambda codes, spread: random.normal(0, spread, codes.max() + 1)[codes]
    score = effect(resource, 1.2) + effect(manager, 1.0) + effect(department, 0.7) + effect(kind, 0.8) + effect(title, 0.6) + pair_effects(random, kind, department, 0.8)
    y = numpy.where(random.random(rows) < 1 / (1 + numpy.exp(-score - 4.0)), "granted", "refused")
    return pandas.DataFrame(dict(resource=resource * 7 + 20_000, manager=manager * 3 + 50, title=title + 117_000, department=department + 4_000, y=y))


made = {"made-numbers": numbers, "made-access": access, "made-sales": sales, "made-codes": codes}
