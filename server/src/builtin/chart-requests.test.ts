import { expect, test } from 'vitest';
import { withoutChart } from './chart-requests.ts';
import type { Grounding } from './grounding.ts';
import { planLastQuestion } from './plan.ts';
import type { Plan } from './plan-kinds.ts';

test.each([
  ['Show me a chart of orders per month', 'show orders per month'],
  ['can you draw a bar chart of sales by region?', 'show sales by region?'],
  ['Plot sales by region', 'show sales by region'],
  ['sales by region as a pie chart.', 'sales by region.'],
  ['the average price by region, in a graph', 'the average price by region'],
  ['How many charts are there?', 'How many charts are there?'],
  ['Which draw was the largest?', 'Which draw was the largest?'],
  ['plot size', 'plot size'],
  ['draw me a picture of a house', 'show me a picture of a house'],
])('%s', (question, figures) => expect(withoutChart(question)).toBe(figures));

const regions = ['north', 'south'];
const columns = [
  { name: 'region', type: 'text', distinct: 2, values: regions },
  { name: 'amount', type: 'number', distinct: 900 },
];
const model = {
  name: 'orders_model',
  tool: 'predict_orders',
  target: 'amount',
  task: 'regression',
  inputs: [columns[0], { name: 'rooms', type: 'number', distinct: 9 }],
};
const groundings: Grounding[] = [
  {
    kind: 'sql',
    tool: 'query',
    dialect: 'duckdb',
    tables: [{ name: 'orders', row_count: 1000, isUnseen: true, columns }],
  },
  { kind: 'predict', models: [model] },
  { kind: 'knowledge', tool: 'search', bases: ['handbook'] },
];
const plan = (...questions: string[]): Plan => planLastQuestion(questions, { groundings, now: new Date('2026-11-23') });

test.each([
  'Show me a chart of the average amount by region',
  'average amount by region as a bar chart',
  'Zeige mir ein Diagramm der durchschnittlichen amount pro region',
])('is answered by the table, though documents stand beside it: %s', (question) => {
  expect(plan(question)).toMatchObject({ kind: 'read', reading: { answer: { kind: 'groups' } } });
});

test('a prediction that went on for many questions goes on', () => {
  const more = Array.from({ length: 9 }, (_, room) => `and with ${room} rooms?`);
  expect(plan('What would an order with region north cost?', ...more)).toMatchObject({
    kind: 'predict',
    request: { inputs: { region: 'north', rooms: 8 } },
  });
});

test.each([
  'Was würde eine Bestellung mit region south und 3 rooms kosten?',
  'Wie viel würde eine Bestellung in region south mit 3 rooms kosten?',
  'Combien coûterait un order de region south avec 3 rooms ?',
  '¿Cuánto costaría un order con region south y 3 rooms?',
])('a prediction may be asked for in another language: %s', (question) => {
  expect(plan(question)).toMatchObject({ kind: 'predict', request: { inputs: { region: 'south', rooms: 3 } } });
  expect(plan(question, 'Warum?')).toMatchObject({ kind: 'predict', request: { explains: true } });
});
