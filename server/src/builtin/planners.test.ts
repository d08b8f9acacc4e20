import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import type { Grounding, TableSummary } from './grounding.ts';
import { planHere } from './planner.ts';
import { openPlanners } from './planners.ts';

const planners = openPlanners();
afterAll(() => planners.close());

const caller = { actor: 'key_1' };
const words = ['price', 'rent', 'region', 'city', 'month', 'sales', 'value', 'cost'];

/** A table with searchable cells, as skills describe it. */
function tableOf(place: number, columns: number): TableSummary {
  return {
    name: `table_${place}`,
    row_count: 1000,
    isUnseen: true,
    columns: Array.from({ length: columns }, (_, index) => ({
      name: place === 0 && index === 16 ? 'discount' : `${words[(index + place) % words.length]}_${index}`,
      type: index % 2 === 0 ? 'number' : 'text',
      distinct: 20,
    })),
    findValues: async () => [],
  };
}

function groundingOf(tables: TableSummary[]): Grounding {
  return { kind: 'sql', tool: 'query', dialect: 'duckdb', tables };
}

/** Counts the turns that others had while something was made. */
async function countTurns<Made>(make: () => Promise<Made>): Promise<{ made: Made; turns: number }> {
  let turns = 0;
  let isOver = false;
  const counting = (async () => {
    while (!isOver) {
      await nextTurn();
      turns += 1;
    }
  })();
  const made = await make();
  isOver = true;
  await counting;
  return { made, turns };
}

const now = new Date('2026-01-01');
const anything = expect.any(String);

test('read a long question against many columns as the main thread would, and leave it to others meanwhile', async () => {
  const planner = planners.of(caller, 'project');
  const tables = Array.from({ length: 20 }, (_, place) => tableOf(place, 20));
  const [{ columns }] = tables;
  tables[0].columns[1] = { ...columns[1], values: ['Oslo North'] };
  const questions = ['What is the average discount?', 'And only for Oslo North?'];
  const request = { questions, groundings: [groundingOf(tables)], now };
  const { made, turns } = await countTurns(async () => ({
    plan: await planner.plan(request),
    toFind: await planner.findWords({ questions, tables }),
  }));
  const { plan, toFind } = made;
  expect(turns).toBeGreaterThan(50);
  expect(toFind).toEqual(await planHere.findWords({ questions, tables }));
  const here = await planHere.plan(request);
  expect(plan.kind).toBe('read');
  expect(JSON.parse(JSON.stringify(plan))).toEqual(JSON.parse(JSON.stringify(here)));
});

test('read a long question for an agent that predicts, too', async () => {
  const inputs = Array.from({ length: 20 }, (_, place) => ({ name: `input_${place}`, type: 'number', distinct: 20 }));
  // As skills describe it: the function is their own.
  const model = { name: 'homes', target: 'price', task: 'regression', inputs, tool: 'homes', columnOf: String };
  const groundings: Grounding[] = [groundingOf([tableOf(0, 20)]), { kind: 'predict', models: [model] }];
  const questions = ['What price does homes predict for input_0 of 5 and input_1 of 7? '.repeat(5)];
  const request = { questions, groundings, now };
  const plan = await planners.of(caller, 'project').plan(request);
  expect(plan.kind).toBe((await planHere.plan(request)).kind);
});

test('read elsewhere whether a model is watched', async () => {
  const inputs = Array.from({ length: 20 }, (_, place) => ({ name: `input_${place}`, type: 'number', distinct: 20 }));
  const model = { name: 'homes', target: 'price', task: 'regression', inputs, tool: 'homes', isUnmonitored: true };
  const request = {
    questions: ['Is the model homes still good?'],
    groundings: [{ kind: 'predict', models: [model] }] satisfies Grounding[],
    now,
  };
  expect(await planners.of(caller, 'project').plan(request)).toMatchObject({ kind: 'health', unmonitored: [{}] });
});

test('give up a question whose requester went away', async () => {
  const gone = new AbortController();
  const tables = Array.from({ length: 20 }, (_, place) => tableOf(place, 20));
  const request = { questions: ['price 0 by rent 1'], groundings: [groundingOf(tables)], now };
  const planning = planners.of(caller, 'project').plan(request, gone.signal);
  gone.abort(new Error('gone'));
  await expect(planning).rejects.toThrow('gone');
  expect((await planners.of(caller, 'project').plan(request)).kind).toBe((await planHere.plan(request)).kind);
});

test('find hints among many columns and values elsewhere, so that others have their turns', async () => {
  const values = Array.from({ length: 40 }, (_, at) => `North ${at}`);
  const wide = tableOf(0, 2000);
  const columns = wide.columns.map((column) => (column.type === 'text' ? { ...column, values } : column));
  const request = { words: ['rogion', 'nort'], groundings: [groundingOf([{ ...wide, columns }])], now };
  const planner = planners.of(caller, 'project');
  const { made: hints, turns } = await countTurns(async () => planner.hint(request));
  expect(turns).toBeGreaterThan(50);
  expect(hints).toEqual(await planHere.hint(request));
  expect(hints).toMatchObject({
    examples: [anything, anything, anything],
    near: [
      ['column region_2', anything, anything],
      ['rent_1 North 0', anything, anything],
    ],
  });
});
