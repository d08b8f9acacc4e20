import { beforeAll, describe, expect, test } from 'vitest';
import { loadModel, ModelFileError } from '../../src/load.ts';
import type { CellProblem, Model, PredictOptions } from '../../src/model.ts';
import { readSafetensors, writeSafetensors } from '../../src/model-file/safetensors.ts';
import type { Column, Table } from '../../src/table.ts';
import { TrainingError, train } from '../../src/train.ts';
import { numberColumn, tableOf, textColumn } from '../tables.ts';
import { sales, salesRequest } from './panels.ts';

type TextColumn = Extract<Column, { codes: Int32Array }>;
type NumberColumn = Extract<Column, { type: 'number' }>;

function ask(model: Model, rows: Record<string, unknown>[], options: PredictOptions = {}) {
  const problems: CellProblem[] = [];
  return { predictions: model.predict(rows, options, problems), problems };
}

test('series that repeat themselves exactly are continued, though a seasonal naive forecast leaves no error as unit', async () => {
  const moments = ['north', 'south'].flatMap((shop) => Array.from({ length: 48 }, (_, place) => ({ shop, place })));
  const table = tableOf([
    textColumn(
      'shop',
      moments.map(({ shop }) => shop),
    ),
    textColumn(
      'month',
      moments.map(({ place }) => `${2020 + Math.floor(place / 12)}-${String((place % 12) + 1).padStart(2, '0')}`),
    ),
    numberColumn(
      'units',
      moments.map(({ shop, place }) => (shop === 'north' ? 80 + (place % 12) * 3 : 120 - (place % 12) * 2)),
    ),
  ]);
  const model = await train(table, { target: 'units', orderBy: 'month', groupBy: ['shop'], horizon: 3 });
  const { predictions } = ask(model, [{ shop: 'north' }]);
  for (const [step, truth] of [80, 83, 86].entries()) {
    expect(predictions?.values[step]).toBeCloseTo(truth, 0);
    expect(predictions?.lower?.[step]).toBeLessThanOrEqual(truth);
    expect(predictions?.upper?.[step]).toBeGreaterThanOrEqual(truth);
  }
});

describe('a forecast of two series', () => {
  let model: Model;
  beforeAll(async () => {
    model = await train(sales(), salesRequest);
  });

  test('describes itself', () => {
    const { description } = model;
    expect(description).toMatchObject({ task: 'forecast', inputs: ['quarter', 'shop'], classes: null, rowCount: 80 });
    expect(description.plan).toMatchObject({ step: 'quarter', season: 4, horizon: 4, most_horizon: 12, series: 2 });
    expect(description.accuracies.mase).toBeLessThan(0.7);
    expect(description.accuracy).toBeCloseTo(1 - description.accuracies.smape / 2, 12);
    expect(description.features.map(({ role }) => role)).toEqual(['group', 'time', 'target', 'ignored']);
    expect(description.candidates.filter(({ selected }) => selected).length).toBeGreaterThan(1);
    const naive = description.candidates.find(({ name }) => name === 'seasonal naive');
    expect(naive?.performance).toBeCloseTo(description.baseline.mase, 12);
    expect(description.stages.slice(-2)).toEqual(['weighted ensemble', 'backtest bounds']);
  });

  test('a row that names a series is answered with the next times', () => {
    const { predictions } = ask(model, [{ shop: 'south' }]);
    expect(predictions?.unfolding?.cells.map(({ quarter }) => quarter)).toEqual([
      '2010-Q1',
      '2010-Q2',
      '2010-Q3',
      '2010-Q4',
    ]);
    expect(
      predictions?.values.every((value, step) => Math.abs(value - 2 * (180 + 2 * step + 15 * Number(step === 3))) < 15),
    ).toBe(true);
  });

  test('an empty row asks for all series, a time for itself alone', () => {
    const all = ask(model, [{}, { shop: 'north', quarter: '2011-Q1' }], { horizon: 2 }).predictions;
    expect([...(all?.unfolding?.askedRows ?? [])]).toEqual([0, 0, 0, 0, 1]);
    expect(all?.unfolding?.cells.at(-1)).toEqual({ shop: 'north', quarter: '2011-Q1' });
    expect(all?.unfolding?.cells[2]).toEqual({ shop: 'south', quarter: '2010-Q1' });
  });

  test('a series is found however its name is spelt', () => {
    const plain = ask(model, [{ shop: 'south' }]).predictions;
    const spelt = ask(model, [{ shop: ' SOUTH ' }, { shop: '"South"' }]);
    expect(spelt.problems).toEqual([]);
    expect([...(spelt.predictions?.values ?? [])]).toEqual([...(plain?.values ?? []), ...(plain?.values ?? [])]);
    expect(spelt.predictions?.unfolding?.cells[0]).toMatchObject({ shop: 'south' });
    expect(ask(model, [{ shop: 'west' }]).problems).toMatchObject([{ column: 'shop' }]);
  });

  test('spellings of one name are one series', async () => {
    const table = sales();
    const [shops] = table.columns;
    if (shops.type !== 'text') throw new Error('the shops are texts');
    const north = shops.dictionary.indexOf('north');
    const codes = shops.codes.map((code, row) => (code === north && row % 3 === 0 ? shops.dictionary.length : code));
    const spelt = { ...shops, codes, dictionary: [...shops.dictionary, 'NORTH'] };
    const merged = await train(tableOf([spelt, ...table.columns.slice(1)]), salesRequest);
    expect(merged.description.plan).toMatchObject({ series: 2 });
    expect(ask(merged, [{ shop: 'North' }]).predictions?.unfolding?.cells[0]).toMatchObject({ shop: 'north' });
  });

  test('bounds widen with the coverage, and with the step up to the furthest', () => {
    const widths = (quantile: number) => {
      const { predictions } = ask(model, [{ shop: 'north' }], { quantile, horizon: 12 });
      return [...(predictions?.values ?? [])].map((value, step) => (predictions?.upper?.[step] ?? 0) - value);
    };
    const wide = widths(0.95);
    expect(wide).toEqual(wide.toSorted((a, b) => a - b));
    expect(widths(0.5).every((width, step) => width < wide[step])).toBe(true);
  });

  test.each<[string, Record<string, unknown>, PredictOptions, string, string]>([
    [
      'a series of nowhere',
      { shop: 'moon' },
      {},
      'shop',
      'names no series of the training; there are shop = north; shop = south',
    ],
    ['an object', { shop: {} }, {}, 'shop', 'must be a text or a number'],
    [
      'a time of the past',
      { quarter: '2009-Q4' },
      {},
      'quarter',
      'must be one of the times 2010-Q1, 2010-Q2 … 2012-Q4',
    ],
    ['a time too far', { quarter: '2013-Q1' }, {}, 'quarter', 'must be one of the times'],
    ['no time at all', { quarter: [] }, {}, 'quarter', 'must be one of the times'],
    ['a horizon too far', {}, { horizon: 13 }, 'quarter', 'can be answered up to 12 steps ahead'],
    ['too many answers', {}, { mostAnswers: 7 }, 'quarter', 'brings the answers over 7'],
    ['a truth without a time', { amount: 3 }, {}, 'quarter', 'is needed to hold the given amount against'],
  ])('%s is a problem', (_, row, options, column, detail) => {
    const { predictions, problems } = ask(model, [row], options);
    expect(predictions).toBeUndefined();
    expect(problems[0]).toEqual({ row: 0, column, detail: expect.stringContaining(detail) });
  });

  test('newer rows of a series move where its answers begin and their level, and leave other series alone', () => {
    const [{ values, lower, upper }, other] = [{ shop: 'north' }, { shop: 'south' }].map(
      (row) => ask(model, [row]).predictions!,
    );
    const history = ['2010-Q1', '2010-Q2'].map((quarter, step) => ({
      shop: 'NORTH',
      quarter,
      amount: values[step] + 30,
    }));
    const known = { shop: 'north', quarter: '2009-Q4', amount: 1 };
    const { predictions } = ask(model, [{ shop: 'north' }, { shop: 'south' }], { history: [...history, known] });
    expect(predictions?.unfolding?.cells[0]).toEqual({ quarter: '2010-Q3', shop: 'north' });
    expect(predictions!.values[0]).toBeGreaterThanOrEqual(values[2]);
    expect(predictions!.upper![0] - predictions!.lower![0]).toBeLessThanOrEqual(upper![2] - lower![2]);
    expect(predictions?.values.subarray(4)).toEqual(other.values);
    expect(ask(loadModel(model.toBytes()), [{ shop: 'north' }], { history }).predictions?.values).toEqual(
      predictions?.values.subarray(0, 4),
    );
  });

  test.each([
    [{ shop: 'north', quarter: '2010-Q1', amount: 'many' }, 'amount'],
    [{ shop: 'west', quarter: '2010-Q1', amount: 1 }, 'shop'],
    [{ quarter: '2010-Q1', amount: 1 }, 'shop'],
    [{ shop: 'north', quarter: '2013-Q1', amount: 1 }, 'quarter'],
    [{ shop: 'north', amount: 1 }, 'quarter'],
  ])('a newer row that cannot be used is named: %o', (row, column) => {
    const { predictions, problems } = ask(model, [{ shop: 'north' }], { history: [row] });
    expect(predictions).toBeUndefined();
    expect(problems).toMatchObject([{ row: 0, column, of: 'history' }]);
  });

  test('a newer row twice, and a time that the newer rows know, are refused', () => {
    const row = { shop: 'north', quarter: '2010-Q2', amount: 190 };
    expect(ask(model, [{}], { history: [row, row] }).problems).toMatchObject([{ row: 1, of: 'history' }]);
    const { problems } = ask(model, [{ shop: 'north', quarter: '2010-Q1' }], { history: [row] });
    expect(problems[0].detail).toContain('2010-Q3');
    expect(ask(model, [{ shop: 'north' }], { history: [row], horizon: 11 }).problems).toHaveLength(1);
  });

  test('sums add up, within bounds that are narrower than those of their parts together', () => {
    const { values, lower, upper } = ask(model, [{ shop: 'north' }]).predictions!;
    const sums = ask(model, [{ shop: 'north' }], { isCumulative: true }).predictions!;
    expect(sums.values[3]).toBeCloseTo(values[0] + values[1] + values[2] + values[3], 6);
    const widths = upper!.map((value, step) => value - lower![step]);
    const width = sums.upper![3] - sums.lower![3];
    expect(width).toBeLessThan(1.1 * (widths[0] + widths[1] + widths[2] + widths[3]));
    expect(width).toBeGreaterThan(widths[0]);
    const last = ask(model, [{ shop: 'north', quarter: '2010-Q4' }], { isCumulative: true }).predictions!;
    expect(last.values[0]).toBe(sums.values[3]);
  });

  test('columns contribute nothing that could be explained', () => {
    const problems: CellProblem[] = [];
    expect(model.explain([{}], {}, problems)).toBeUndefined();
    expect(problems[0].detail).toContain('has no contributions');
  });

  test('the backtest lays forecasts beside what came, with bounds that did not know it', () => {
    const { backtest, accuracies, baseline, calibration } = model.description;
    const table = sales();
    const shops = table.columns[0] as TextColumn;
    const shopAt = (row: number) => shops.dictionary[shops.codes[row]];
    const { level, steps, series, points } = backtest!;
    expect([level, steps.map(({ step }) => step)]).toEqual([0.9, [1, 2, 3, 4]]);
    expect(series.map((one) => one.series)).toEqual(expect.arrayContaining([{ shop: 'north' }, { shop: 'south' }]));
    const counted = (list: { count: number }[]) => list.reduce((sum, { count }) => sum + count, 0);
    expect([counted(steps), counted(series)]).toEqual([points.length, points.length]);
    const mae = (some: typeof points) =>
      some.reduce((sum, one) => sum + Math.abs(one.actual - one.forecast), 0) / some.length;
    const [north, south] = ['north', 'south'].map((shop) => points.filter((point) => point.series.shop === shop));
    expect((mae(north) + mae(south)) / 2).toBeCloseTo(accuracies.mae, 9);
    const past = (shop: string, origin: unknown) => {
      const [text, amount] = [table.columns[1], table.columns[2]] as [TextColumn, NumberColumn];
      const known = [...text.codes.keys()].filter(
        (row) => shopAt(row) === shop && text.dictionary[text.codes[row]] <= String(origin),
      );
      return known.map((row) => amount.values[row]);
    };
    const scaled = (some: typeof points, what: 'forecast' | 'naive') =>
      some.reduce((sum, one) => {
        const known = past(String(one.series.shop), one.origin);
        const changes = known.slice(4).map((value, place) => Math.abs(value - known[place]));
        const scale = changes.reduce((all, change) => all + change / changes.length, 0);
        expect(one.scale).toBeCloseTo(scale, 9);
        return sum + Math.abs(one.actual - one[what]) / scale / some.length;
      }, 0);
    expect((scaled(north, 'forecast') + scaled(south, 'forecast')) / 2).toBeCloseTo(accuracies.mase, 9);
    expect((scaled(north, 'naive') + scaled(south, 'naive')) / 2).toBeCloseTo(baseline.mase, 9);
    const inside = points.filter(({ actual, lower, upper }) => actual >= lower! && actual <= upper!);
    expect(inside.length / points.length).toBeCloseTo(
      calibration.find(({ confidence }) => confidence === 0.9)!.observed,
      9,
    );
    expect(points[0]).toMatchObject({ step: 1, origin: '2008-Q4', time: '2009-Q1' });
    expect(loadModel(model.toBytes()).description.backtest).toEqual(backtest);
  });

  test('the file answers the same, and gives the same file', () => {
    const bytes = model.toBytes();
    const loaded = loadModel(bytes);
    expect(ask(loaded, [{}])).toEqual(ask(model, [{}]));
    expect(Buffer.compare(loaded.toBytes(), bytes)).toBe(0);
    expect([loaded.readTruth('1,234.5'), loaded.readTruth('dear')]).toEqual([1234.5, undefined]);
  });

  test.each<[string, (forecast: Record<string, unknown>) => void]>([
    ['no series', (forecast) => Object.assign(forecast, { keys: [] })],
    ['keys of another width', (forecast) => Object.assign(forecast, { keys: [['north'], []] })],
    ['a limit beyond the paths', (forecast) => Object.assign(forecast, { limit: 9999 })],
    ['a horizon beyond the limit', (forecast) => Object.assign(forecast, { horizon: 13 })],
    [
      'a step of nothing',
      (forecast) => Object.assign(forecast, { step: { unit: 'month', count: 0, atMonthEnd: false } }),
    ],
    [
      'a step beyond the calendar',
      (forecast) => Object.assign(forecast, { step: { unit: 'month', count: 1e15, atMonthEnd: false } }),
    ],
    ['a style of its own', (forecast) => Object.assign(forecast, { reading: { format: { style: 'moon' } } })],
    ['a tensor that is not there', (forecast) => Object.assign(forecast, { paths: 't99' })],
    ['no bounds', (forecast) => Object.assign(forecast, { bounds: null })],
  ])('a file with %s is refused', (_, spoil) => {
    const { text, tensors } = readSafetensors(model.toBytes());
    const saved = JSON.parse(text);
    spoil(saved.forecast);
    expect(() => loadModel(writeSafetensors(JSON.stringify(saved), tensors))).toThrow(ModelFileError);
  });
});

describe('what may not matter does not', () => {
  const valuesOf = (model: Model) => ask(model, [{ shop: 'south' }]).predictions;

  test('the same rows give the same bytes, in any order', async () => {
    const tables = [sales(), sales(), sales({ isBackward: true })];
    const [first, again, turned] = await Promise.all(tables.map((table) => train(table, salesRequest)));
    expect(Buffer.compare(first.toBytes(), again.toBytes())).toBe(0);
    expect(Buffer.compare(first.toBytes(), turned.toBytes())).toBe(0);
  });

  test('a shift in time changes the dates alone', async () => {
    const [first, later] = await Promise.all([2000, 2013].map((from) => train(sales({ from }), salesRequest)));
    expect(valuesOf(later)?.values).toEqual(valuesOf(first)?.values);
    expect(valuesOf(later)?.upper).toEqual(valuesOf(first)?.upper);
    expect(valuesOf(later)?.unfolding?.cells[0]).toMatchObject({ quarter: '2023-Q1' });
  });

  test('scaling the target scales the answers', async () => {
    const [first, scaled] = await Promise.all([1, 256].map((scale) => train(sales({ scale }), salesRequest)));
    expect(valuesOf(scaled)?.values).toEqual(valuesOf(first)?.values.map((value) => value * 256));
    expect(valuesOf(scaled)?.lower).toEqual(valuesOf(first)?.lower?.map((value) => value * 256));
  });
});

describe('series that are not as they should be', () => {
  const days = (count: number) =>
    Array.from({ length: count }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10));
  const daily = (times: string[], values: readonly number[]) =>
    tableOf([textColumn('day', times), numberColumn('y', values)]);
  const wave = (count: number) => Array.from({ length: count }, (_, day) => 10 + (day % 7) + 0.1 * ((day * 7919) % 13));
  const request = { target: 'y', orderBy: 'day' };

  test('a tenth of the days missing is filled in', async () => {
    const kept = days(70)
      .map((_, day) => day)
      .filter((day) => day % 10 !== 4);
    const model = await train(
      daily(
        kept.map((day) => days(70)[day]),
        kept.map((day) => wave(70)[day]),
      ),
      request,
    );
    expect(model.description.plan).toMatchObject({ step: 'day', season: 7, ensembles: [{ missing: 7 }] });
  });

  test('rows whose target is not known yet are what is asked for, not learned from', async () => {
    const model = await train(
      daily(
        days(40),
        wave(40).map((value, day) => (day < 30 ? value : Number.NaN)),
      ),
      request,
    );
    expect(ask(model, [{}], { horizon: 1 }).predictions?.unfolding?.cells).toEqual([{ day: '2024-01-31' }]);
  });

  test('a short series beside long ones is forecast by what helped those, one that stands still by itself', async () => {
    const still = wave(30).map(() => 5);
    const groups = [...days(60).fill('long'), 'short', 'short', 'short', ...days(30).fill('still')];
    const table = tableOf([
      textColumn('day', [...days(60), ...days(3), ...days(30)]),
      textColumn('g', groups),
      numberColumn('y', [...wave(60), 4, 5, 6, ...still]),
    ]);
    const model = await train(table, { ...request, groupBy: ['g'] });
    const { predictions } = ask(model, [{ g: 'short' }, { g: 'still' }], { horizon: 1 });
    expect(predictions?.values[0]).toBeGreaterThan(3);
    expect([predictions?.values[1], predictions?.lower?.[1], predictions?.upper?.[1]]).toEqual([5, 5, 5]);
  });

  test('a series full of holes is left out and named, and the others are forecast', async () => {
    const sparse = days(90).filter((_, day) => day < 5 || day > 84);
    const table = tableOf([
      textColumn('day', [...days(40), ...days(40), ...sparse]),
      textColumn('g', [...Array(40).fill('a'), ...Array(40).fill('b'), ...Array(sparse.length).fill('c')]),
      numberColumn('y', [...wave(40), ...wave(40), ...wave(sparse.length)]),
    ]);
    const model = await train(table, { ...request, groupBy: ['g'] });
    expect(model.description.warnings).toContainEqual(
      expect.stringMatching(/one series of 3 is left out and not forecast: g = c lacks 80 of the 90 times/),
    );
    expect(ask(model, [{ g: 'a' }], { horizon: 1 }).predictions?.values).toHaveLength(1);
  });

  test('times without a value are filled in, which is told', async () => {
    const values = wave(40).map((value, day) => (day % 10 === 5 ? Number.NaN : value));
    const { warnings } = (await train(daily(days(40), values), request)).description;
    expect(warnings).toContainEqual(expect.stringContaining('4 of 40 times have no value of `y`'));
  });

  const repeated = daily([...days(20), '2024-01-03'], wave(21));
  const uneven = daily([...days(20), '2024-03-30'], wave(21));
  const between = daily(['2024-01-01T05:00', ...days(20).map((day) => `${day}T12:00`)], wave(21));
  const nameless = tableOf([
    ...daily(days(20), wave(20)).columns,
    textColumn(
      'g',
      wave(20).map(() => null),
    ),
  ]);
  const plain = daily(days(20), wave(20));

  test.each<[string, Table, object, string]>([
    ['times_repeated', repeated, {}, 'the series has 2024-01-03 more than once in `day`'],
    ['times_irregular', uneven, {}, 'the series lacks 69 of the 90 times from 2024-01-01 on'],
    ['times_irregular', between, {}, '2024-01-01T12:00:00Z'],
    ['times_unreadable', plain, { orderBy: 'y' }, 'column `y` holds'],
    ['column_not_found', plain, { orderBy: 'nothing' }, '`nothing` for order_by'],
    ['column_not_found', plain, { groupBy: ['nothing'] }, '`nothing` for group_by'],
    ['group_missing', nameless, { groupBy: ['g'] }, 'row 1 has no value in column `g`'],
    ['too_few_rows', plain, { horizon: 19 }, 'a horizon of 19 needs at least 23'],
    ['bad_horizon', plain, { horizon: 0 }, 'from 1 to 1000'],
    ['bad_window', plain, { window: 1.5 }, 'from 1 to 400'],
    ['task_mismatch', plain, { task: 'binary' }, 'leave one of the two out'],
    ['unknown_metric', plain, { metric: 'mae' }, 'leave metric `mae` out'],
    ['times_unreadable', plain, { orderBy: undefined, horizon: 3 }, '`horizon` is for forecasts'],
    ['bad_seed', plain, { seed: -1 }, 'from 0'],
    ['bad_budget', plain, { timeBudgetSeconds: 0 }, 'above 0'],
  ])('%s is refused', async (code, table, change, message) => {
    const refusal = train(table, { ...request, ...change });
    await expect(refusal).rejects.toBeInstanceOf(TrainingError);
    await expect(refusal).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
  });

  test('many series for their budget are forecast by the methods that suit a sample of them', async () => {
    const moments = Array.from({ length: 130 * 30 }, (_, index) => ({
      shop: `s${index % 130}`,
      day: Math.floor(index / 130),
    }));
    const table = tableOf([
      textColumn(
        'shop',
        moments.map(({ shop }) => shop),
      ),
      numberColumn(
        'day',
        moments.map(({ day }) => day),
      ),
      numberColumn(
        'sold',
        moments.map(({ day }, index) => (index % 130) + day + ((index * 7919) % 11)),
      ),
    ]);
    const request = { target: 'sold', orderBy: 'day', groupBy: ['shop'], horizon: 3, timeBudgetSeconds: 1 };
    const model = await train(table, request);
    expect(model.description.candidates.length).toBeLessThanOrEqual(3);
    const { predictions } = ask(model, [{}]);
    expect(predictions?.count).toBe(130 * 3);
    expect(predictions!.values[2] - predictions!.values[0]).toBeGreaterThan(0);
  });

  test('an abort ends training with its reason', async () => {
    const controller = new AbortController();
    const onProgress = ({ fraction }: { fraction: number }) => fraction > 0.1 && controller.abort(new Error('enough'));
    await expect(train(sales(), salesRequest, { signal: controller.signal, onProgress })).rejects.toThrow('enough');
  });
});

test('a forecast that took longer than its time says so, as other models do', async () => {
  const day = Array.from({ length: 400 }, (_, place) => new Date(Date.UTC(2022, 0, 1 + place)).toISOString());
  const table = tableOf([
    textColumn(
      'day',
      day.map((time) => time.slice(0, 10)),
    ),
    numberColumn(
      'sold',
      day.map((_, place) => (place % 7) + ((place * 37) % 11)),
    ),
  ]);
  const begun = performance.now();
  const late = 2000;
  const onProgress = ({ phase }: { phase: string }) => {
    if (phase === 'fitting') while (performance.now() < begun + late);
  };
  const model = await train(table, { target: 'sold', orderBy: 'day', timeBudgetSeconds: 1 }, { onProgress });
  expect(model.description.warnings.join()).toMatch(/the training took .* s of a budget of 1 s/);
});
