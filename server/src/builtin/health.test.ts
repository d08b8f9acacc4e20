import { expect, it } from 'vitest';
import type { Grounding } from './grounding.ts';
import { composeHealth, planHealth } from './health.ts';
import type { Surroundings } from './surroundings.ts';

const model = (name: string, watch?: string, task = 'regression') => {
  const own = { name, target: 'price', task, inputs: [], tool: name };
  return { ...own, ...(watch ? { watch } : { isUnmonitored: true }) };
};
const skill: Grounding = {
  kind: 'predict',
  models: [
    model('pc_price', 'pc_watch'),
    model('survival', 'survival_watch'),
    model('arrivals', undefined, 'forecast'),
  ],
  gone: [{ name: 'quiet', reason: 'Project default has no model quiet.' }],
};
const cars = { name: 'cars', row_count: 1, columns: [{ name: 'car_model', type: 'text', distinct: 1 }] };
const withCars: Grounding = { kind: 'sql', tool: 'sql', dialect: 'duckdb', tables: [cars] };
const ask = (question: string, groundings: Grounding[] = [skill]) =>
  planHealth(question, { groundings } as unknown as Surroundings);

it.each([
  ['Are my models still good?', ['pc_watch', 'survival_watch'], ['arrivals'], 1],
  ['Which model has drifted?', ['pc_watch', 'survival_watch'], ['arrivals'], 1],
  ['Should I retrain survival?', ['survival_watch'], [], 0],
  ['is pc_price ok?', ['pc_watch'], [], 0],
  ['Is the survival model still good?', ['survival_watch'], [], 0],
  ['Is arrivals up to date?', [], ['arrivals'], 0],
  ['Is quiet still ok?', [], [], 1],
])('reads %s', (question, tools, unmonitored, gone) => {
  const plan = ask(question);
  expect(plan?.tools).toEqual(tools);
  expect(plan?.unmonitored.map(({ name }) => name)).toEqual(unmonitored);
  expect(plan?.gone).toHaveLength(gone);
});

it.each([
  'What is the survival of women?',
  'Is the price ok for a survival of ten years?',
  'How many models are there?',
])('leaves %s to others', (question) => {
  expect(ask(question)).toBeUndefined();
});

it('leaves models of a column to its table, unless it is told which model is meant', () => {
  expect(ask('Which models are reliable?', [skill, withCars])).toBeUndefined();
  expect(ask('Is the model survival reliable?', [skill, withCars])?.tools).toEqual(['survival_watch']);
});

it('says what each tool says, who is not monitored, and what to do', () => {
  const plan = ask('Should I retrain my models?')!;
  const told = composeHealth(plan, [
    { summary: 'One.', is_good: true },
    { summary: 'Two.', is_good: false },
  ]);
  expect(told.split('\n\n')).toEqual([
    expect.stringMatching(/^One\. Nothing/),
    expect.stringMatching(/^Two\. So retrain it/),
    expect.stringMatching(/^The model arrivals is a forecast/),
    'Project default has no model quiet.',
  ]);
});
