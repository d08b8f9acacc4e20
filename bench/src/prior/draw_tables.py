"""Tables drawn from a prior: structural causal models, trees and sums of effects, with categories, missing cells and noise.

Every table has the same number of columns, so that tables of one batch need no padding. Categories are drawn as the engine shows
them to networks: one column of 0 and 1 for each value; missing cells hold the mean and set a column of their own.
"""
import numpy

MOST_CLASSES = 10

ACTIVATIONS = [
    numpy.tanh,
    lambda x: numpy.maximum(x, 0),
    numpy.sin,
    numpy.abs,
    lambda x: (x > 0).astype(float),
    lambda x: x,
    lambda x: numpy.sign(x) * numpy.sqrt(numpy.abs(x)),
    lambda x: numpy.minimum(x * x, 9),
    lambda x: numpy.exp(-x * x),
    lambda x: numpy.floor(2 * x) / 2,
]


def draw_table(random, rows, columns, is_class, hardness=1.0):
    """Returns inputs (rows x columns) and class indexes or a number; the less hard, the less noise and the more plain sums."""
    nodes = draw_causes(random, rows, columns)
    inputs = fill_columns(random, nodes, columns)
    score = draw_score(random, nodes) if random.random() < hardness else standard(add_shapes(random, standard(inputs)))
    return inputs, (draw_classes(random, score, nodes, hardness) if is_class else draw_number(random, score, hardness))


def standard(x):
    spread = x.std(0)
    return (x - x.mean(0)) / numpy.where(spread > 1e-9, spread, 1)


def draw_roots(random, rows, count):
    """Normal, even, heavy-tailed or clustered causes."""
    kind = random.integers(5)
    if kind == 0:
        return random.uniform(-1.7, 1.7, (rows, count))
    if kind == 1:
        return standard(random.standard_t(4, (rows, count)))
    if kind == 2:
        centres = random.normal(0, 1.5, (random.integers(2, 8), count))
        return standard(centres[random.integers(len(centres), size=rows)] + random.normal(0, random.uniform(0.2, 1), (rows, count)))
    return random.normal(size=(rows, count))


def draw_causes(random, rows, columns):
    """Nodes of a network of causes: layers of sparse sums with an activation and some noise each."""
    layers = [draw_roots(random, rows, random.integers(max(2, columns // 3), columns + 3))]
    noise = 10 ** random.uniform(-2, 0)
    for _ in range(random.choice([0, 1, 1, 2, 3])):
        known = numpy.concatenate(layers, 1)
        count = random.integers(2, columns + 3)
        weights = random.normal(size=(known.shape[1], count)) * (random.random((known.shape[1], count)) < min(1, random.uniform(1, 4) / known.shape[1]))
        sums = standard(known @ weights) + random.normal(0, 0.5, count)
        act = [ACTIVATIONS[random.integers(len(ACTIVATIONS))] for _ in range(3)]
        made = numpy.stack([act[random.integers(3)](sums[:, place]) for place in range(count)], 1)
        layers.append(standard(made) + random.normal(0, noise, made.shape))
    return numpy.concatenate(layers, 1)


def fill_columns(random, nodes, columns):
    """Shows some nodes: as numbers of some shape, as whole numbers, as categories, with missing cells."""
    shown = []
    order = random.permutation(nodes.shape[1])
    categories, missing = random.choice([0, 0, 0.3, 0.7]), random.choice([0, 0, 0, 0.15])
    place = 0
    while len(shown) < columns:
        node = nodes[:, order[place]] if place < len(order) else random.normal(size=len(nodes))
        place += 1
        shown += show_category(random, node) if random.random() < categories else [shape_number(random, node)]
        if random.random() < missing:
            lost = random.random(len(nodes)) < random.uniform(0.02, 0.4)
            shown[-1] = numpy.where(lost, shown[-1][~lost].mean() if (~lost).any() else 0, shown[-1])
            shown.append(lost.astype(float))
    return numpy.stack(shown[:columns], 1)


def shape_number(random, node):
    kind = random.integers(8)
    if kind == 0:
        return numpy.exp(random.uniform(0.3, 1.2) * node)
    if kind == 1:
        return numpy.round(node * random.uniform(0.5, 4))
    if kind == 2:
        return (node > random.normal(0, 0.7)).astype(float)
    return node


def show_category(random, node):
    """One column of 0 and 1 for each of a few values, which are ranges of the node or drawn beside it."""
    values = random.integers(2, 7)
    borders = numpy.sort(numpy.quantile(node, random.random(values - 1)))
    code = random.permutation(values)[numpy.searchsorted(borders, node)]
    return [(code == value).astype(float) for value in range(values)]


def draw_score(random, nodes):
    """What is learned, before noise: one node, or effects of some nodes by trees, by sums of shapes or by a network."""
    some = nodes[:, random.permutation(nodes.shape[1])[: random.integers(1, min(12, nodes.shape[1]) + 1)]]
    kind = random.integers(6)
    if kind == 0:
        return nodes[:, -1]
    if kind == 1:
        return standard(standard(grow_trees(random, some)) + random.uniform(0, 1) * standard(add_shapes(random, some)))
    if kind == 2:
        return standard(grow_trees(random, some))
    if kind == 3:
        return standard(standard(cross(random, some)) + random.uniform(0, 1.5) * standard(add_shapes(random, some)))
    return standard(add_shapes(random, some))


def add_shapes(random, some):
    """A sum of effects, most of them monotone, whose weights fall."""
    total = numpy.zeros(len(some))
    for place in range(some.shape[1]):
        x = some[:, place]
        bent = x if random.random() < 0.4 else ACTIVATIONS[random.integers(len(ACTIVATIONS))](random.uniform(0.5, 2) * x + random.normal(0, 0.5))
        total += random.normal() * 0.85**place * bent
    return total


def cross(random, some):
    """A small network of random weights, smooth in all of its inputs."""
    units = random.integers(2, 12)
    hidden = ACTIVATIONS[random.integers(4)](some @ random.normal(size=(some.shape[1], units)) / numpy.sqrt(some.shape[1]) * random.uniform(0.7, 2.5) + random.normal(size=units))
    return hidden @ random.normal(size=units)


def grow_trees(random, some):
    total = numpy.zeros(len(some))
    for _ in range(random.choice([1, 2, 5, 15])):
        leaf = numpy.zeros(len(some), int)
        depth = random.integers(1, 5)
        for _ in range(depth):
            column = some[:, random.integers(some.shape[1])]
            leaf = 2 * leaf + (column > column[random.integers(len(column))])
        total += random.normal(size=2**depth)[leaf]
    return total


def draw_number(random, score, hardness):
    share = 1 - hardness * (1 - random.beta(2, 1.2))
    y = numpy.sqrt(share) * score + numpy.sqrt(1 - share) * draw_roots(random, len(score), 1)[:, 0]
    if random.random() < 0.25:
        y = numpy.exp(random.uniform(0.2, 0.9) * y)
    return y


def draw_classes(random, score, nodes, hardness):
    """Ranges of the score, or the strongest of several scores; noise comes before and after."""
    classes = 2 if random.random() < 0.6 else random.integers(3, MOST_CLASSES + 1)
    slope = 10 ** (1.3 - hardness * random.uniform(0, 1.8))
    if classes == 2:
        chance = 1 / (1 + numpy.exp(-slope * (score - numpy.quantile(score, random.uniform(0.1, 0.9)))))
        y = (random.random(len(score)) < chance).astype(int)
    elif random.random() < 0.5:
        noisy = score + random.logistic(0, 0.5 / slope, len(score))
        y = numpy.searchsorted(numpy.sort(numpy.quantile(noisy, random.random(classes - 1))), noisy)
    else:
        scores = numpy.stack([score] + [draw_score(random, nodes) for _ in range(classes - 1)], 1)
        y = numpy.argmax(slope * scores + random.gumbel(size=scores.shape) + random.normal(0, 1, classes), 1)
    wrong = random.random(len(y)) < hardness * random.choice([0, 0, 0.03, 0.1])
    y = numpy.where(wrong, y[random.permutation(len(y))], y)
    return random.permutation(MOST_CLASSES)[y]


def draw_batch(seed, tables, rows, columns, is_class, hardness=1.0):
    """A batch of usable tables: inputs and targets as arrays of single precision."""
    random = numpy.random.default_rng(seed)
    inputs = numpy.zeros((tables, rows, columns), numpy.float32)
    targets = numpy.zeros((tables, rows), numpy.float32)
    for table in range(tables):
        while True:
            with numpy.errstate(all="ignore"):
                x, y = draw_table(random, rows, columns, is_class, hardness)
            if numpy.isfinite(x).all() and numpy.isfinite(y).all() and y.std() > 1e-6:
                break
        order = random.permutation(columns)
        inputs[table], targets[table] = x[:, order], y
    return inputs, targets
