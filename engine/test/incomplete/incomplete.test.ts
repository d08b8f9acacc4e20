import { expect, test } from 'vitest';
import { loadModel } from '../../src/load.ts';
import type { Model } from '../../src/model.ts';
import { createRandom } from '../../src/random.ts';
import type { Column } from '../../src/table.ts';
import { train } from '../../src/train.ts';
import { numberColumn, tableOf, textColumn } from '../tables.ts';

const random = createRandom(8);
const noise = () => random() + random() + random() - 1.5;
const makes = ['Ada', 'Bora', 'Ceta', 'Dune', 'Echo', 'Faro'];
/** Power depends on the make, mileage on the age; the price on power, age and mileage. */
const cars = Array.from({ length: 2400 }, () => {
  const place = Math.floor(random() * makes.length);
  const age = Math.floor(random() * 15);
  const mileage = Math.max(0, 12 * age + 20 * noise());
  const power = 60 + 30 * place + 15 * noise();
  const price = 90 * power - 400 * age - 20 * mileage + 300 * noise();
  return { make: makes[place], age, mileage, power, price, sold: price > 10_000 ? 'slowly' : 'fast' };
});
const [known, asked] = [cars.slice(0, 1500), cars.slice(1500)];

function columnsOf(target: 'price' | 'sold'): Column[] {
  const numbers = (['age', 'mileage', 'power'] as const).map((name) =>
    numberColumn(
      name,
      Float64Array.from(known, (car) => car[name]),
    ),
  );
  const make = textColumn(
    'make',
    known.map((car) => car.make),
  );
  if (target === 'price')
    return [
      make,
      ...numbers,
      numberColumn(
        'price',
        Float64Array.from(known, (car) => car.price),
      ),
    ];
  return [
    make,
    ...numbers,
    textColumn(
      'sold',
      known.map((car) => car.sold),
    ),
  ];
}

const models = new Map<string, Promise<Model>>();
function modelOf(target: 'price' | 'sold'): Promise<Model> {
  const model = models.get(target) ?? train(tableOf(columnsOf(target)), { target, effort: 'quick' });
  models.set(target, model);
  return model;
}

type Given = 'make' | 'age' | 'mileage' | 'power';
const onlyOf = (given: readonly Given[]) =>
  asked.map((car) => Object.fromEntries(given.map((name) => [name, car[name]])));

test.each<[Given[]]>([[['make']], [['make', 'age']], [['age', 'power']], [['make', 'age', 'mileage']], [[]]])(
  'bounds hold where only %s is given',
  async (given) => {
    const model = await modelOf('price');
    const { lower, upper } = model.predict(onlyOf(given), { quantile: 0.9 }, [])!;
    const inside = asked.filter(({ price }, row) => price >= lower![row] && price <= upper![row]).length;
    expect(inside / asked.length).toBeGreaterThan(0.8);
    expect(inside / asked.length).toBeLessThan(0.98);
  },
);

test('what is not given is inferred from what is: the make tells the power', async () => {
  const model = await modelOf('price');
  const { values } = model.predict(onlyOf(['make', 'age']), {}, [])!;
  const error = asked.reduce((sum, { price }, row) => sum + Math.abs(price - values[row]) / asked.length, 0);
  const byGroup = Map.groupBy(known, ({ make, age }) => `${make} ${age}`);
  const meanOf = (cars: typeof known) => cars.reduce((sum, { price }) => sum + price / cars.length, 0);
  const byMeans = asked.reduce(
    (sum, { make, age, price }) =>
      sum + Math.abs(price - meanOf(byGroup.get(`${make} ${age}`) ?? known)) / asked.length,
    0,
  );
  expect(error).toBeLessThan(1.05 * byMeans);
});

test('classes are answered as often as they are', { tags: 'long' }, async () => {
  const model = await modelOf('sold');
  const { probabilities } = model.predict(onlyOf(['make']), {}, [])!;
  const slowly = asked.filter(({ sold }) => sold === 'slowly').length / asked.length;
  const promised = asked.reduce((sum, _, row) => sum + probabilities![2 * row + 1] / asked.length, 0);
  expect(Math.abs(promised - slowly)).toBeLessThan(0.05);
  for (const make of makes) {
    const own = asked.flatMap((car, row) => (car.make === make ? [row] : []));
    const right = own.filter((row) => asked[row].sold === 'slowly').length / own.length;
    expect(Math.abs(probabilities![2 * own[0] + 1] - right)).toBeLessThan(0.12);
  }
});

test('the answer says what was unknown, and only then', async () => {
  const model = await modelOf('price');
  const { make, age, mileage, power } = asked[0];
  expect(model.predict([{ make, age, mileage, power }], {}, [])!.unknown).toBeUndefined();
  const { unknown } = model.predict(
    [
      { make, age, mileage, power },
      { make: 'Zeta', age, power: null },
    ],
    {},
    [],
  )!;
  expect(unknown).toEqual(new Map([[1, { inputs: ['make', 'mileage', 'power'], unseen: { make: 'Zeta' } }]]));
});

test('a complete row is answered the same beside incomplete ones, and all the same from a file', async () => {
  const model = await modelOf('price');
  const { make, age, mileage, power } = asked[1];
  const rows = [
    { make, age, mileage, power },
    { make, age },
  ];
  const alone = model.predict(rows.slice(0, 1), {}, [])!;
  const together = model.predict(rows, {}, [])!;
  expect([together.values[0], together.lower![0]]).toEqual([alone.values[0], alone.lower![0]]);
  expect(loadModel(model.toBytes()).predict(rows, {}, [])).toEqual(together);
});

test.each(['price', 'sold'] as const)(
  'rows of %s that are completed together are answered as alone',
  async (target) => {
    const model = await modelOf(target);
    const names = ['make', 'age', 'mileage', 'power'] as const;
    // All sets of inputs, a make that training never saw, and more rows than are completed at once.
    const rows = asked.slice(0, 600).map((car, place) => {
      const given = names.filter((_, bit) => (((place * 7) >> 1) >> bit) & 1);
      const row = Object.fromEntries(given.map((name) => [name, car[name]]));
      return place % 50 === 3 ? { ...row, make: 'Gama' } : row;
    });
    const together = model.predict(rows, {}, [])!;
    const classCount = together.probabilities ? 2 : 0;
    for (const [place, row] of rows.entries()) {
      const alone = model.predict([row], {}, [])!;
      const figures = ['values', 'lower', 'upper', 'confidence'] as const;
      expect(figures.map((name) => together[name]?.[place])).toEqual(figures.map((name) => alone[name]?.[0]));
      expect(together.probabilities?.subarray(place * classCount, (place + 1) * classCount)).toEqual(
        alone.probabilities ?? undefined,
      );
      expect(together.unknown?.get(place)).toEqual(alone.unknown?.get(0));
    }
  },
);
