import { beforeAll, describe, expect, test } from 'vitest';
import { loadModel, ModelFileError } from '../src/load.ts';
import type { CellProblem, Model } from '../src/model.ts';
import { createRandom } from '../src/random.ts';
import { usualReading } from '../src/readings/reading.ts';
import type { Table } from '../src/table.ts';
import { TrainingError, type TrainProgress, train } from '../src/train.ts';
import { numberColumn, tableOf, textColumn } from './tables.ts';

const rowCount = 160;
const random = createRandom(11);
const size = Array.from({ length: rowCount }, () => 20 + Math.floor(random() * 100));
const place = size.map(() => ['north', 'south', 'east'][Math.floor(random() * 3)]);
const noise = size.map(() => random() - 0.5);
const price = size.map((meters, row) => 10 * meters + (place[row] === 'south' ? 300 : 0) + 40 * noise[row]);

const houses = tableOf([
  numberColumn('id', size.keys()),
  textColumn(
    'size',
    size.map((meters, row) => (row % 9 === 0 ? `${meters},50` : String(meters))),
  ),
  textColumn('place', place),
  numberColumn('price', price),
  textColumn(
    'dear',
    price.map((value) => (value > 900 ? 'yes' : 'no')),
  ),
  numberColumn(
    'rooms',
    price.map((value) => Math.min(3, 1 + Math.floor(value / 500))),
  ),
]);

function predictOne(model: Model, row: Record<string, unknown>, quantile = 0.9) {
  const problems: CellProblem[] = [];
  const predictions = model.predict([row], { quantile }, problems);
  return { predictions, problems };
}

describe('regression', () => {
  let model: Model;
  const reports: TrainProgress[] = [];
  // Enough time on a busy machine, because a search cut short by the clock is not reproducible.
  const request = { target: 'price', ignore: ['dear', 'rooms'], timeBudgetSeconds: 3600 };
  beforeAll(async () => {
    model = await train(houses, request, { onProgress: (report) => reports.push(report) });
  });

  test('describes itself', () => {
    const { description } = model;
    expect(description).toMatchObject({ task: 'regression', inputs: ['size', 'place'], classes: null, rowCount });
    expect(description.accuracies.r2_score).toBeGreaterThan(0.98);
    expect(description.columnImportances.size).toBeGreaterThan(description.columnImportances.place);
    expect(description.features.find(({ column }) => column === 'id')?.role).toBe('identifier');
    expect(description.stages.at(-1)).toBe('conformal bounds');
  });

  test('progress only rises, ends at one and names phases, the best score so far and the seconds left', () => {
    const fractions = reports.map(({ fraction }) => fraction);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(reports.at(-1)).toMatchObject({ phase: 'complete', fraction: 1, etaSeconds: 0 });
    const searching = reports.filter(({ phase }) => phase === 'searching');
    const scores = searching.flatMap(({ bestScore }) => bestScore ?? []);
    expect(scores.length).toBeGreaterThan(3);
    expect(scores).toEqual(scores.toSorted((a, b) => a - b));
    expect(searching.at(-1)?.etaSeconds).toBeLessThanOrEqual(request.timeBudgetSeconds);
  });

  test('predicts from numbers in words, and widens bounds with the asked coverage', () => {
    const narrow = predictOne(model, { size: '60,0', place: 'south' }, 0.5).predictions;
    const wide = predictOne(model, { size: 60, place: 'south' }, 0.95).predictions;
    expect(narrow?.values[0]).toBe(wide?.values[0]);
    expect(Math.abs((wide?.values[0] ?? 0) - 900)).toBeLessThan(60);
    expect((wide?.upper?.[0] ?? 0) - (wide?.lower?.[0] ?? 0)).toBeGreaterThan(
      (narrow?.upper?.[0] ?? 0) - (narrow?.lower?.[0] ?? 0),
    );
  });

  test('contributions add up to the answer', () => {
    const row = { size: 95, place: 'south' };
    const explained = model.explain([{}, row], {}, []);
    const [size, place] = explained?.contributions.slice(2) ?? [];
    expect((explained?.base[1] ?? 0) + size + place).toBeCloseTo(predictOne(model, row).predictions?.values[0] ?? 0, 6);
    expect(size).toBeGreaterThan(0);
    expect(place).toBeGreaterThan(0);
  });

  test('missing, null, infinite, huge and unseen cells are answered', () => {
    const rows = [{}, { size: null, place: 'moon' }, { size: 'inf', place: 7 }, { size: 1e308, place: true }];
    const predictions = model.predict(rows, {}, []);
    expect(predictions?.values.every(Number.isFinite)).toBe(true);
  });

  test.each([['abc'], [{}], [[1]], [true]])('%j in a column of numbers is a problem', (cell) => {
    const { predictions, problems } = predictOne(model, { size: cell });
    expect(predictions).toBeUndefined();
    expect(problems).toEqual([{ row: 0, column: 'size', detail: expect.stringContaining('must be a number, got') }]);
  });

  test('the file predicts the same, and again gives the same file', () => {
    const bytes = model.toBytes();
    const loaded = loadModel(bytes);
    const row = { size: 77, place: 'east' };
    expect(predictOne(loaded, row)).toEqual(predictOne(model, row));
    expect(Buffer.compare(loaded.toBytes(), bytes)).toBe(0);
    expect([loaded.readTruth('1,234.5'), loaded.readTruth('dear')]).toEqual([1234.5, undefined]);
  });

  test('the same seed gives the same bytes', async () => {
    const again = await train(houses, request);
    expect(Buffer.compare(again.toBytes(), model.toBytes())).toBe(0);
  });
});

describe('classes', () => {
  test('two words', async () => {
    const model = await train(houses, { target: 'dear', ignore: ['price', 'rooms'], timeBudgetSeconds: 3600 });
    const { predictions } = predictOne(model, { size: 115, place: 'south' });
    expect(model.description).toMatchObject({ task: 'binary', classes: ['no', 'yes'] });
    expect(predictions?.values[0]).toBe(1);
    expect(predictions?.confidence[0]).toBe(predictions?.probabilities?.[1]);
    expect(predictions?.confidence[0]).toBeGreaterThan(0.9);
    expect([model.readTruth('Yes'), model.readTruth('no'), model.readTruth('maybe')]).toEqual([1, 0, undefined]);
    expect(model.predict([{ size: 115 }], { threshold: 1 }, [])?.values[0]).toBe(0);
  });

  test.each([
    ['three numbers', [1, 2, 3]],
    ['three numbers, and a class of one row', [1, 2, 3, 9]],
  ])('%s', async (_, classes) => {
    const rooms = price.map((value) => Math.min(3, 1 + Math.floor(value / 500)));
    if (classes.length > 3) rooms[5] = 9;
    const table = tableOf([...houses.columns.slice(1, 3), numberColumn('rooms', rooms)]);
    const model = await train(table, { target: 'rooms', timeBudgetSeconds: 3600, effort: 'quick' });
    const loaded = loadModel(model.toBytes());
    const { predictions } = predictOne(loaded, { size: 110, place: 'south' });
    expect(model.description).toMatchObject({ task: 'multiclass', classes });
    expect(predictions?.probabilities?.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
    expect(model.description.classes?.[predictions?.values[0] ?? 0]).toBe(3);
  });
});

describe('what cannot be learned', () => {
  const few = tableOf([numberColumn('x', [1, 2, 3]), numberColumn('y', [1, 5, 3])]);
  const constant = tableOf([
    numberColumn('x', size),
    numberColumn(
      'y',
      size.map(() => 4),
    ),
  ]);
  const names = tableOf([
    numberColumn('x', size),
    textColumn(
      'y',
      size.map((_, row) => `name ${row}`),
    ),
  ]);
  const lone = tableOf([numberColumn('id', size.keys()), numberColumn('y', price)]);
  const blank = tableOf([
    numberColumn('x', size),
    textColumn(
      'y',
      size.map(() => ' '),
    ),
  ]);

  test.each<[string, Table, object]>([
    ['target_not_found', houses, { target: 'nothing' }],
    ['target_empty', blank, { target: 'y' }],
    ['target_constant', constant, { target: 'y' }],
    ['too_few_rows', few, { target: 'y' }],
    ['too_many_classes', names, { target: 'y' }],
    ['no_inputs', lone, { target: 'y' }],
    ['column_not_found', houses, { target: 'price', ignore: ['nothing'] }],
    ['task_mismatch', houses, { target: 'place', task: 'regression' }],
    ['unknown_metric', houses, { target: 'price', metric: 'auc' }],
    ['bad_budget', houses, { target: 'price', timeBudgetSeconds: 0 }],
    ['bad_seed', houses, { target: 'price', seed: -1 }],
  ])('%s', async (code, table, request) => {
    const refusal = train(table, { target: 'y', effort: 'quick', ...request });
    await expect(refusal).rejects.toBeInstanceOf(TrainingError);
    await expect(refusal).rejects.toMatchObject({ code });
  });

  test('a table of x and y is learned from, though x only numbers the rows', async () => {
    const steps = Array.from({ length: 30 }, (_, row) => row + 1);
    const x = { ...numberColumn('x', steps), reading: usualReading('integer') };
    const y = numberColumn(
      'y',
      steps.map((step) => 2 * step + 1),
    );
    const model = await train(tableOf([x, y]), { target: 'y', effort: 'quick' });
    expect(model.description.accuracies.r2_score).toBeGreaterThan(0.9);
  });

  test('without inputs, the columns are named with why they are left out, and those of times with order_by', async () => {
    const weeks = Array.from({ length: 40 }, (_, row) => `KW ${row + 1}/2019`);
    const y = numberColumn(
      'y',
      weeks.map((_, row) => row * 1.5),
    );
    const fixed = numberColumn(
      'c',
      weeks.map(() => 7),
    );
    await expect(train(tableOf([textColumn('Woche', weeks), fixed, y]), { target: 'y' })).rejects.toThrow(
      /`c` \(empty or constant\), `Woche` \(identifiers.*set `options.order_by` to `Woche`/,
    );
  });

  test('a copy of the target is warned of', async () => {
    const table = tableOf([
      ...houses.columns.slice(1, 4),
      numberColumn(
        'paid',
        price.map((value) => value * 1.1),
      ),
    ]);
    const { warnings } = (await train(table, { target: 'price', effort: 'quick' })).description;
    expect(warnings).toEqual([
      expect.stringContaining('column `paid` alone explains the target'),
      expect.stringMatching(/^`size` .* alone explains most of the target/),
    ]);
  });

  test('what was odd in the table is told', async () => {
    const odd = tableOf([
      textColumn(
        'size',
        size.map((meters, row) => (row % 5 === 0 ? 'unknown' : `${meters} m`)),
      ),
      textColumn(
        'place',
        place.map((name, row) => (row % 2 ? name : name.toUpperCase())),
      ),
      numberColumn(
        'price',
        price.map((value, row) => (row < 7 ? Number.NaN : value)),
      ),
    ]);
    const { warnings } = loadModel((await train(odd, { target: 'price', effort: 'quick' })).toBytes()).description;
    expect(warnings).toEqual([
      expect.stringMatching(/^`size` \(\d\d %\) alone explains most of the target: fine if known before/),
      '7 of 160 rows have no `price` and were left out',
      'column `size`: "unknown" is read as missing',
      'column `place`: several spellings of a word count as one category',
    ]);
  });

  test('an abort ends training with its reason', async () => {
    const controller = new AbortController();
    const training = train(
      houses,
      { target: 'price' },
      {
        signal: controller.signal,
        onProgress: ({ fraction }) => fraction > 0.03 && controller.abort(new Error('enough')),
      },
    );
    await expect(training).rejects.toThrow('enough');
  });
});

test('what is no model is refused', () => {
  expect(() => loadModel(new Uint8Array(0))).toThrow(ModelFileError);
  expect(() => loadModel(new TextEncoder().encode('{"a":1}'.repeat(100)))).toThrow(ModelFileError);
});

describe('the metric steers', () => {
  const draw = createRandom(31);
  const size = Array.from({ length: 300 }, () => draw());
  const rare = size.map((value) => (draw() < (value > 0.7 ? 0.4 : 0.02) ? 'yes' : 'no'));
  const skewed = size.map((value) => (draw() < 0.1 ? 1000 : 10) * value);
  const table = tableOf([numberColumn('size', size), textColumn('rare', rare), numberColumn('cost', skewed)]);

  test('balanced accuracy makes the rare class answered, and the file remembers', async () => {
    const model = await train(table, {
      target: 'rare',
      metric: 'balanced_accuracy',
      ignore: ['cost'],
      effort: 'quick',
    });
    const rows = Array.from({ length: 60 }, (_, row) => ({ size: (row + 0.5) / 60 }));
    const answers = model.predict(rows, {}, []);
    const answered = answers?.values.reduce((sum, value) => sum + value, 0) ?? 0;
    // The rare class is never the likelier one.
    expect(answered).toBeGreaterThan(8);
    expect(
      answers?.confidence.every((sure, row) => sure === answers.probabilities?.[2 * row + answers.values[row]]),
    ).toBe(true);
    expect(loadModel(model.toBytes()).predict(rows, {}, [])).toEqual(answers);
  });

  test('absolute errors lead to medians, squared ones to means', { tags: 'long' }, async () => {
    const request = { target: 'cost', ignore: ['rare'], effort: 'quick' } as const;
    const median = await train(table, { ...request, metric: 'mae' });
    const mean = await train(table, { ...request, metric: 'rmse' });
    const rows = size.map((value) => ({ size: value }));
    const meanAnswer = (model: Model) =>
      (model.predict(rows, {}, [])?.values ?? new Float64Array()).reduce((sum, value) => sum + value / rows.length, 0);
    const meanCost = skewed.reduce((sum, value) => sum + value / rows.length, 0);
    expect(meanAnswer(median)).toBeLessThan(0.4 * meanCost);
    expect(meanAnswer(mean) / meanCost).toBeCloseTo(1, 0);
  });
});
