import type { Model } from '../../src/model.ts';
import { createRandom } from '../../src/random.ts';
import type { Table } from '../../src/table.ts';
import { numberColumn } from '../tables.ts';

/** About normal: the sum of twelve uniform numbers. */
export function createNormal(seed: number): () => number {
  const random = createRandom(seed);
  return () => Array.from({ length: 12 }, random).reduce((sum, part) => sum + part, -6);
}

/** Five columns, one of which explains a third of the target's variance. */
export function drawNoisy(rowCount: number, seed: number, change = (y: number, _row: number) => y): Table {
  const draw = createNormal(seed);
  const inputs = Array.from({ length: 5 }, () => Float64Array.from({ length: rowCount }, draw));
  const y = inputs[0].map((value, row) => change(0.7 * value + draw(), row));
  return {
    rowCount,
    columns: [...inputs.map((values, input) => numberColumn(`x${input}`, values)), numberColumn('y', y)],
  };
}

/** The rows repeated, optionally with a distinguishing moment. */
export function repeatRows({ columns, rowCount }: Table, times: number, isStamped = false): Table {
  const repeated = columns.flatMap((column) =>
    column.type === 'number'
      ? [numberColumn(column.name, Array.from({ length: times }, () => [...column.values]).flat())]
      : [],
  );
  const random = createRandom(rowCount);
  const stamp = Float64Array.from({ length: times * rowCount }, () => 1.7e12 + Math.floor(3e10 * random()));
  return {
    rowCount: times * rowCount,
    columns: isStamped ? [...repeated, { name: 'loaded_at', type: 'time', values: stamp }] : repeated,
  };
}

/** R² and the share inside the bounds of 0.9 on the rows of a table of numbers and dates. */
export function scoreFresh(model: Model, { columns, rowCount }: Table, target = 'y'): { r2: number; coverage: number } {
  const cellsOf = (row: number) =>
    columns.flatMap((column) => {
      if (column.name === target) return [];
      if (column.type === 'text') return [[column.name, column.dictionary[column.codes[row]]] as const];
      const value = column.values[row];
      return [[column.name, column.type === 'time' ? new Date(value).toISOString() : value] as const];
    });
  const answers = model.predict(
    Array.from({ length: rowCount }, (_, row) => Object.fromEntries(cellsOf(row))),
    { quantile: 0.9 },
    [],
  );
  const truth = columns.find(({ name }) => name === target);
  if (!answers?.lower || !answers.upper || truth?.type !== 'number') throw new Error('no regression');
  const mean = truth.values.reduce((sum, value) => sum + value / rowCount, 0);
  let [errors, spread, inside] = [0, 0, 0];
  for (const [row, value] of truth.values.entries()) {
    errors += (value - answers.values[row]) ** 2;
    spread += (value - mean) ** 2;
    if (value >= answers.lower[row] && value <= answers.upper[row]) inside += 1 / rowCount;
  }
  return { r2: 1 - errors / spread, coverage: inside };
}

/** Customers with several rows each: the target depends on the customer, and age and income never change. */
export function drawCustomers(customers: number, each: number, seed: number): Table {
  const draw = createNormal(seed);
  const rows = Array.from({ length: customers }, (_, customer) => {
    const [effect, age, income] = [3 * draw(), Math.round(45 + 12 * draw()), Math.round(3000 + 800 * draw())];
    const name = 1000 * seed + customer;
    return Array.from({ length: each }, () => ({ name, age, income, visits: draw(), y: effect + 0.8 * draw() }));
  }).flat();
  const columnOf = (name: 'name' | 'age' | 'income' | 'visits' | 'y') => rows.map((row) => row[name]);
  return {
    rowCount: rows.length,
    columns: [
      numberColumn('customer_id', columnOf('name')),
      ...(['age', 'income', 'visits', 'y'] as const).map((name) => numberColumn(name, columnOf(name))),
    ],
  };
}

/** One walk by days: the rows from `first` on. */
export function drawWalk(days: number, seed: number, first = 0, last = days): Table {
  const draw = createNormal(seed);
  let place = 0;
  const walk = Array.from({ length: days }, () => {
    place += draw();
    return place;
  });
  const day = Float64Array.from({ length: last - first }, (_, row) => 1.6e12 + 86_400_000 * (first + row));
  return {
    rowCount: last - first,
    columns: [
      { name: 'date', type: 'time', values: day },
      numberColumn('noise', Array.from({ length: last - first }, draw)),
      numberColumn('y', walk.slice(first, last)),
    ],
  };
}

/** Columns without information. */
export function drawNoise(rowCount: number, columns: number, seed: number): Table {
  const draw = createNormal(seed);
  const names = [...Array.from({ length: columns }, (_, column) => `x${column}`), 'y'];
  return { rowCount, columns: names.map((name) => numberColumn(name, Array.from({ length: rowCount }, draw))) };
}
