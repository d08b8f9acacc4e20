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
  ['How healthy are my models?', ['pc_watch', 'survival_watch'], ['arrivals'], 1],
  ['Which models of mine are ok?', ['pc_watch', 'survival_watch'], ['arrivals'], 1],
  ['Ist das Modell survival ok?', ['survival_watch'], [], 0],
  ['How is the survival model doing?', ['survival_watch'], [], 0],
  ['How accurate is the survival model now?', ['survival_watch'], [], 0],
  ['Can I still trust the model pc_price?', ['pc_watch'], [], 0],
  ['Are my models fine?', ['pc_watch', 'survival_watch'], ['arrivals'], 1],
  ['Which models have open alarms?', ['pc_watch', 'survival_watch'], ['arrivals'], 1],
  ['Has anything drifted?', ['pc_watch', 'survival_watch'], ['arrivals'], 1],
  ['Why did survival drift?', ['survival_watch'], [], 0],
])('reads %s', (question, tools, unmonitored, gone) => {
  const plan = ask(question);
  expect(plan?.watched.map(({ tool }) => tool)).toEqual(tools);
  expect(plan?.unmonitored.map(({ name }) => name)).toEqual(unmonitored);
  expect(plan?.gone).toHaveLength(gone);
});

it.each([
  'What is the survival of women?',
  'Is the price ok for a survival of ten years?',
  'How many models are there?',
  'What drifted by ten metres?',
  'How good is the price of a model with two doors?',
  'Is a price of 90 good for the survival model?',
  'What does the survival model say for a patient of good health?',
  'Predict the price by the model pc_price for a battery health of 90.',
  'What price does the model give where the engine is ok?',
])('leaves %s to others', (question) => {
  expect(ask(question)).toBeUndefined();
});

it('leaves models of a column to its table, unless it is told which model is meant', () => {
  expect(ask('Which models are reliable?', [skill, withCars])).toBeUndefined();
  expect(ask('Is the model survival reliable?', [skill, withCars])?.watched).toEqual([
    { name: 'survival', tool: 'survival_watch' },
  ]);
});

it('says what each tool says, who is not monitored, and what to do', () => {
  const plan = ask('Should I retrain my models?')!;
  const told = composeHealth(plan, [
    { tool: 'pc_watch', failed: false, content: { summary: 'One.', is_good: true } },
    { tool: 'survival_watch', failed: false, content: { summary: 'Two.', is_good: false } },
  ]);
  expect(told?.split('\n\n')).toEqual([
    expect.stringMatching(/^One\. Nothing/),
    expect.stringMatching(/^Two\. So retrain it/),
    expect.stringMatching(/^The model arrivals is a forecast/),
    'Project default has no model quiet.',
  ]);
});

it('says of each tool that it failed, and why', () => {
  const plan = ask('Are pc_price and survival models still good?')!;
  const told = composeHealth(plan, [
    { tool: 'survival_watch', failed: false, content: { summary: 'Two.', is_good: true } },
    { tool: 'pc_watch', failed: true, content: 'busy: Ask again later.' },
  ]);
  expect(told).toBe('The state of the model pc_price could not be read: busy: Ask again later.\n\nTwo.');
});

it('tells of a model once that several skills name, or one with and without a version', () => {
  const models = [model('pc_price.2', 'other_watch'), model('arrivals', undefined, 'forecast')];
  const gone = [{ name: 'quiet', reason: 'Project default has no model quiet.' }];
  const plan = ask('Are my models still good?', [skill, { kind: 'predict', models, gone }])!;
  expect(plan.watched.map(({ tool }) => tool)).toEqual(['pc_watch', 'survival_watch']);
  expect([plan.unmonitored.length, plan.gone.length]).toEqual([1, 1]);
});
