import { beforeAll, describe, expect, test } from 'vitest';
import { loadModel } from '../../src/load.ts';
import type { CellProblem, Model, PredictOptions } from '../../src/model.ts';
import { createRandom } from '../../src/random.ts';
import type { Holiday } from '../../src/request.ts';
import { train } from '../../src/train.ts';
import { numberColumn, tableOf, textColumn } from '../tables.ts';

const dayOf = (place: number) => new Date(Date.UTC(2022, 0, 1 + place)).toISOString().slice(0, 10);

/** Daily sales with a week, a price that moves them and days of promotion; `known` days have sales, `ahead` only inputs. */
function sales(known: number, ahead: number, effect = 8) {
  const random = createRandom(4);
  const rows = Array.from({ length: known + ahead }, (_, place) => {
    const price = 10 + Math.floor(3 * random());
    const isPromoted = random() < 0.15;
    const noise = 4 * (random() + random() - 1);
    const sold = 200 + 12 * Math.sin((2 * Math.PI * place) / 7) - effect * (price - 11) + (isPromoted ? 5 * effect : 0);
    return { price, promotion: isPromoted ? 'yes please' : 'none', sold: sold + noise };
  });
  return {
    truth: rows.slice(known).map(({ sold }) => sold),
    rows,
    table: tableOf([
      textColumn(
        'day',
        rows.map((_, place) => dayOf(place)),
      ),
      numberColumn(
        'price',
        rows.map(({ price }) => price),
      ),
      textColumn(
        'promotion',
        rows.map(({ promotion }) => promotion),
      ),
      numberColumn(
        'sold',
        rows.map(({ sold }, place) => (place < known ? sold : Number.NaN)),
      ),
    ]),
  };
}

const request = { target: 'sold', orderBy: 'day', horizon: 14, knownInputs: ['price', 'promotion'] };

function ask(model: Model, rows: Record<string, unknown>[], options: PredictOptions = {}) {
  const problems: CellProblem[] = [];
  return { predictions: model.predict(rows, options, problems), problems };
}

const meanError = (truth: readonly number[], values: ArrayLike<number>) =>
  truth.reduce((sum, value, step) => sum + Math.abs(value - values[step]) / truth.length, 0);

describe('a forecast with a price and promotions that are known ahead', () => {
  const { table, truth, rows } = sales(200, 14);
  let model: Model;
  beforeAll(async () => {
    model = await train(table, request);
  });

  test('follows the inputs of rows without a target, and errs much less than without them', async () => {
    const plain = await train(table, { ...request, knownInputs: undefined });
    const [own, without] = [model, plain].map((one) => ask(one, [{}]).predictions!);
    expect(meanError(truth, own.values)).toBeLessThan(0.3 * meanError(truth, without.values));
    expect(model.description.accuracies.mae).toBeLessThan(0.3 * plain.description.accuracies.mae);
    const inside = truth.filter((value, step) => value >= own.lower![step] && value <= own.upper![step]);
    expect(inside.length).toBeGreaterThanOrEqual(10);
    expect(own.upper![0] - own.lower![0]).toBeLessThan(without.upper![0] - without.lower![0]);
  });

  test('says that it uses them', () => {
    const { inputs, features, stages, plan } = model.description;
    expect(inputs).toEqual(['day', 'price', 'promotion']);
    expect(features.find(({ column }) => column === 'price')).toMatchObject({ role: 'feature' });
    expect(stages.join()).toContain('known inputs');
    expect(plan.inputs).toMatchObject({ used: { known_inputs: true, holidays: false } });
  });

  test('answers what would be at another price, of one day and of all', () => {
    const [day] = [dayOf(200)];
    const at = (cells: Record<string, unknown>) =>
      ask(model, [{ day, promotion: 'none', ...cells }]).predictions!.values[0];
    expect(at({ price: 12 }) - at({ price: '10' })).toBeCloseTo(-16, -0.5);
    expect(at({ price: 11, promotion: 'Yes please' }) - at({ price: 11 })).toBeGreaterThan(30);
    const dear = ask(model, [{ price: 12, promotion: 'none' }], { isCumulative: true }).predictions!.values;
    const cheap = ask(model, [{ price: 10, promotion: 'none' }], { isCumulative: true }).predictions!.values;
    expect((cheap[13] - dear[13]) / 14).toBeCloseTo(cheap[0] - dear[0], 6);
  });

  test('is the same after it was saved and loaded', () => {
    const loaded = loadModel(model.toBytes());
    expect(ask(loaded, [{}]).predictions).toEqual(ask(model, [{}]).predictions);
    const strange = [{ day: dayOf(200), price: 11, promotion: 'half' }];
    expect(ask(loaded, strange).problems).toEqual(ask(model, strange).problems);
  });

  test('refuses a word that the training did not see, which was taken for the most frequent one', () => {
    const cells = { day: dayOf(200), price: 11, promotion: 'half' };
    expect(ask(model, [cells]).problems).toMatchObject([{ row: 0, column: 'promotion' }]);
    expect(ask(model, [cells]).problems[0].detail).toContain('one of `none`, `yes please`');
    expect(ask(model, [{}], { future: [cells] }).problems).toMatchObject([{ column: 'promotion', of: 'future' }]);
    expect(ask(model, [{ ...cells, promotion: 'None' }]).problems).toEqual([]);
  });

  test('names numbers far outside of what the training saw, and widens the bounds there', () => {
    expect(model.description.ranges).toContainEqual(expect.objectContaining({ column: 'price', min: 10, max: 12 }));
    const [day, next] = [dayOf(200), dayOf(201)];
    const at = (price: number) => ask(model, [{ day, price, promotion: 'none' }]).predictions!;
    const widthAt = (price: number) => at(price).upper![0] - at(price).lower![0];
    expect(at(12.1).outOfRange).toBeUndefined();
    expect(at(16).outOfRange).toEqual(new Map([[0, [1]]]));
    expect(widthAt(16)).toBeCloseTo(3 * widthAt(12), 6);
    expect(at(-1e6).upper![0] - at(-1e6).values[0]).toBeCloseTo(5 * widthAt(12), 3);
    const future = [{ day: next, price: 14, promotion: 'none' }];
    const summed = ask(model, [{}], { future, isCumulative: true, horizon: 3 }).predictions!;
    expect([...summed.outOfRange!]).toEqual([
      [1, [1]],
      [2, [1]],
    ]);
    expect(ask(loadModel(model.toBytes()), [{ price: 20 }]).predictions!.outOfRange!.size).toBe(14);
  });

  test('names the input and the time that lack, beyond the rows of the table', async () => {
    const shorter = await train(sales(200, 3).table, request);
    const { problems } = ask(shorter, [{}]);
    expect(problems).toMatchObject([{ row: 0, column: 'price' }]);
    expect(problems[0].detail).toContain(dayOf(203));
    const future = rows.slice(200).map(({ price, promotion }, step) => ({ day: dayOf(200 + step), price, promotion }));
    expect(ask(shorter, [{}], { future }).predictions!.values).toHaveLength(14);
    expect(ask(shorter, [{}], { future, isCumulative: true }).problems).toEqual([]);
    expect(ask(shorter, [{}], { future: future.slice(0, 5) }).problems[0].detail).toContain(dayOf(205));
    expect(ask(shorter, [{}], { future: [{ day: 'soon', price: 1 }] }).problems).toMatchObject([
      { row: 0, column: 'day', of: 'future' },
    ]);
    expect(ask(shorter, [{}], { future: [{ day: dayOf(201), price: 'dear' }] }).problems).toMatchObject([
      { row: 0, column: 'price', of: 'future' },
    ]);
  });

  test('newer values are held against forecasts at their prices', () => {
    const history = rows.slice(200, 205).map((row, step) => ({ day: dayOf(200 + step), ...row }));
    const { predictions, problems } = ask(model, [{}], { history, horizon: 9 });
    expect(problems).toEqual([]);
    expect(meanError(truth.slice(5), predictions!.values)).toBeLessThan(6);
  });
});

test('inputs that tell nothing are not used, and that is said', async () => {
  const { table } = sales(150, 0, 0);
  const model = await train(table, request);
  expect(model.description.inputs).toEqual(['day']);
  expect(model.description.warnings.join()).toContain('`price`, `promotion` are not used');
  expect(ask(model, [{}]).predictions!.values).toHaveLength(14);
});

test('columns that nobody named are told of', async () => {
  const { table } = sales(60, 0);
  const warningsOf = async (change: object) =>
    (await train(table, { ...request, knownInputs: undefined, ...change })).description.warnings.join();
  expect(await warningsOf({})).toContain('`price`, `promotion` are not learned from');
  expect(await warningsOf({ knownInputs: ['price'] })).toContain('`promotion` is not learned from');
  expect(await warningsOf({ ignore: ['price', 'promotion'] })).not.toContain('not learned from');
});

describe('demand that rises with cold and with heat', () => {
  const [known, ahead] = [240, 14];
  const random = createRandom(6);
  const rows = Array.from({ length: known + ahead }, (_, place) => {
    const degrees = 16 + 9 * Math.sin(place / 40) + 8 * (random() + random() - 1);
    return { degrees, demand: 200 + 3 * Math.abs(degrees - 16) + 4 * (random() + random() - 1) };
  });
  const table = tableOf([
    textColumn(
      'day',
      rows.map((_, place) => dayOf(place)),
    ),
    numberColumn(
      'degrees',
      rows.map(({ degrees }) => degrees),
    ),
    numberColumn(
      'demand',
      rows.map(({ demand }, place) => (place < known ? demand : Number.NaN)),
    ),
  ]);
  const asked = { target: 'demand', orderBy: 'day', horizon: 14 };
  const truth = rows.slice(known).map(({ demand }) => demand);
  let model: Model;
  beforeAll(async () => {
    model = await train(table, { ...asked, knownInputs: ['degrees'] });
  });

  test('follows its input, which a straight line tells nothing of', async () => {
    const without = await train(table, asked);
    const [own, plain] = [model, without].map((one) => meanError(truth, ask(one, [{}]).predictions!.values));
    expect(own).toBeLessThan(0.4 * plain);
    expect(model.description.plan.inputs).toMatchObject({ used: { known_inputs: true, bent: true } });
    expect(model.description.stages.join()).toContain('bent');
  });

  test('answers what would be, also once it was saved and loaded', () => {
    const loaded = loadModel(model.toBytes());
    for (const one of [model, loaded]) {
      const at = (degrees: unknown) => ask(one, [{ day: dayOf(known), degrees }]).predictions!.values[0];
      expect(at(4) - at(16)).toBeGreaterThan(24);
      expect(at('28') - at('16')).toBeGreaterThan(24);
    }
    expect(ask(loaded, [{}]).predictions).toEqual(ask(model, [{}]).predictions);
  });
});

test('rows to come find their series, however they spell it', async () => {
  const { rows, table } = sales(150, 14);
  const shop = [...new Array(100).fill('Paris'), ...new Array(50).fill('paris')];
  const more = 101;
  const [last] = rows.slice(-1);
  // So many rows to come that their spelling is the most frequent one.
  const all = [...rows, ...new Array(more).fill({ ...last, sold: Number.NaN })];
  const spelt = tableOf([
    textColumn('shop', [...shop, ...new Array(14 + more).fill('PARIS')]),
    textColumn(
      'day',
      all.map((_, place) => dayOf(place)),
    ),
    numberColumn(
      'price',
      all.map(({ price }) => price),
    ),
    textColumn(
      'promotion',
      all.map(({ promotion }) => promotion),
    ),
    numberColumn(
      'sold',
      all.map(({ sold }, place) => (place < 150 ? sold : Number.NaN)),
    ),
  ]);
  const model = await train(spelt, { ...request, groupBy: ['shop'] });
  expect(model.description.inputs).toEqual(['day', 'shop', 'price', 'promotion']);
  const [own, plain] = [model, await train(table, request)].map((one) => ask(one, [{}]).predictions!.values);
  for (const [step, value] of plain.entries()) expect(own[step]).toBeCloseTo(value, 2);
});

test.each([
  ['column_not_found', { knownInputs: ['cost'] }],
  ['bad_input', { knownInputs: ['day'] }],
  ['bad_input', { knownInputs: ['sold'] }],
  ['bad_holidays', { holidays: 'DE' }],
  ['times_unreadable', { knownInputs: ['price'], orderBy: undefined }],
])('%s is told of what cannot be used: %o', async (code, wrong) => {
  await expect(train(sales(60, 0).table, { ...request, ...wrong })).rejects.toMatchObject({ code });
});

/** A day of rest of a country: the second Tuesday of each month. */
function restOf(year: number): Holiday[] {
  return Array.from({ length: 12 }, (_, month) => {
    const first = new Date(Date.UTC(year, month, 1)).getUTCDay();
    const date = new Date(Date.UTC(year, month, 8 + ((9 - first) % 7)));
    return { date: date.toISOString().slice(0, 10), name: 'Day of rest' };
  });
}

describe('holidays', () => {
  const days = 420;
  const isRest = (place: number) => restOf(Number(dayOf(place).slice(0, 4))).some(({ date }) => date === dayOf(place));
  const visitors = (count: number) => {
    const random = createRandom(9);
    return Array.from(
      { length: count },
      (_, place) => (isRest(place) ? 40 : 100) + 10 * ((place % 7) / 6) + 4 * random(),
    );
  };
  const daily = (values: readonly number[]) =>
    tableOf([
      textColumn(
        'day',
        values.map((_, place) => dayOf(place)),
      ),
      numberColumn('visitors', values),
    ]);

  test('of a region move a forecast by the day, and those to come are known', async () => {
    const asked: string[] = [];
    const holidaysOf = (region: string, year: number) => {
      asked.push(`${region} ${year}`);
      return restOf(year);
    };
    const values = visitors(days + 28);
    const model = await train(
      daily(values.slice(0, days)),
      { target: 'visitors', orderBy: 'day', horizon: 28, holidays: 'XX' },
      { holidaysOf },
    );
    expect(asked.sort()).toEqual(['XX 2021', 'XX 2022', 'XX 2023']);
    const { predictions } = ask(model, [{}]);
    const rest = Array.from({ length: 28 }, (_, step) => step).filter((step) => isRest(days + step));
    expect(rest.length).toBeGreaterThan(0);
    for (const step of rest) expect(Math.abs(predictions!.values[step] - values[days + step])).toBeLessThan(20);
    expect(model.description.stages.join()).toContain('holidays of XX');
  });

  test('of months are refused', async () => {
    const months = tableOf([
      textColumn(
        'month',
        Array.from(
          { length: 40 },
          (_, place) => `${2020 + Math.floor(place / 12)}-${String((place % 12) + 1).padStart(2, '0')}`,
        ),
      ),
      numberColumn('visitors', visitors(40)),
    ]);
    const training = train(months, { target: 'visitors', orderBy: 'month', holidays: 'XX' }, { holidaysOf: () => [] });
    await expect(training).rejects.toMatchObject({ code: 'bad_holidays', message: expect.stringContaining('month') });
  });
});
