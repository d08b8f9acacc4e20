import { expect, test } from 'vitest';
import type { ModelSummary } from '../grounding.ts';
import { composePrediction } from './compose-prediction.ts';
import { understandPrediction } from './understand.ts';

const cars: ModelSummary = {
  name: 'used_cars_model',
  target: 'price',
  task: 'regression',
  inputs: [
    { name: 'doors', type: 'text', distinct: 3, values: ['2', '4', '5'] },
    { name: 'mileage', type: 'number', distinct: 900 },
    { name: 'fuel', type: 'text', distinct: 2, values: ['diesel', 'petrol'] },
    { name: 'automatic', type: 'boolean', distinct: 2 },
  ],
};
const sales: ModelSummary = {
  name: 'sales',
  target: 'units',
  task: 'forecast',
  inputs: [{ name: 'shop', type: 'text', distinct: 2, values: ['north', 'south'] }],
};
const inputsOf = (question: string, model = cars) => understandPrediction(question, model)?.inputs;

const questions: [question: string, inputs: object][] = [
  ['What would a 5-door diesel car cost?', { doors: '5', fuel: 'diesel' }],
  ['Predict the price: mileage 42000, petrol, automatic', { mileage: 42000, fuel: 'petrol', automatic: true }],
  ['estimate for 4 doors and a mileage of 80k', { doors: '4', mileage: 80000 }],
  ['What could I charge for a diesel car with a mileage of 900?', { fuel: 'diesel', mileage: 900 }],
  ['What price would a petrol car with 4 doors fetch?', { fuel: 'petrol', doors: '4' }],
];
test.each(questions)('%s', (question, inputs) => expect(inputsOf(question)).toEqual(inputs));

test.each([
  ['nothing asks for a prediction', 'a 5-door diesel car'],
  ['nothing is known', 'What would a car cost?'],
  ['a value is only bounded', 'What would a car with over 4 doors cost?'],
  ['two values of one input', 'What would a diesel or petrol car cost?'],
  ['a word means nothing', 'What would a diesel car with a sunroof cost?'],
])('refuses when %s', (_, question) => expect(inputsOf(question)).toBeUndefined());

const measured = { ...cars, inputs: [{ name: 'mileage', type: 'number', distinct: 90, min: 2, max: 60 }] };
test('takes no number of another size than the one that was said', () => {
  expect(inputsOf('Predict the price for a mileage of 90', measured)).toEqual({ mileage: 90 });
  expect(inputsOf('Predict the price for a mileage of 12000', measured)).toBeUndefined();
  expect(inputsOf('Predict the price for 12000 mileage', measured)).toBeUndefined();
});

const flats: ModelSummary = {
  name: 'flats_model',
  target: 'rent',
  task: 'regression',
  inputs: [
    { name: 'number_of_rooms', type: 'integer', distinct: 5, min: 0, max: 5 },
    { name: 'number_of_baths', type: 'integer', distinct: 3, min: 1, max: 3 },
    { name: 'sqft', type: 'integer', distinct: 300, min: 300, max: 2500 },
  ],
};

test.each([
  ['predict the rent: 1 bath, 2 rooms, sqft 780', { number_of_baths: 1, number_of_rooms: 2, sqft: 780 }],
  ['estimate the rent of 700sqft and 3 rooms', { sqft: 700, number_of_rooms: 3 }],
  ['predict the rent of 2 rooms or 3 rooms', undefined],
  [
    'Predict the rent for number of rooms 3, number of baths 2, sqft 1800',
    { number_of_rooms: 3, number_of_baths: 2, sqft: 1800 },
  ],
  ['How much would a flat with sqft 900 cost?', { sqft: 900 }],
])('a number is of the input whose name stands beside it: %s', (question, inputs) =>
  expect(inputsOf(question, flats)).toEqual(inputs),
);

const customers: ModelSummary = {
  name: 'customers',
  target: 'churn',
  task: 'classification',
  inputs: [{ name: 'region', type: 'text', distinct: 2, values: ['East', 'West'] }],
};

test.each([
  'How likely is a customer from the East to churn?',
  'What is the chance that a customer in the East churns?',
])('a chance is predicted: %s', (question) => expect(inputsOf(question, customers)).toEqual({ region: 'East' }));

test('goes on from the prediction before', () => {
  const before = { inputs: { doors: '5', fuel: 'diesel' }, cost: 1 };
  const next = understandPrediction('and with petrol?', cars, before);
  expect(next?.inputs).toEqual({ doors: '5', fuel: 'petrol' });
});

test('a forecast needs no input, and is answered as a table', () => {
  expect(inputsOf('Forecast the units', sales)).toEqual({});
  const forecast = [{ month: '2024-05', prediction: 12.5, lower_bound: 10, upper_bound: 15 }];
  const text = composePrediction(sales, { inputs: { shop: 'north' }, cost: 1 }, { target: 'units', forecast });
  expect(text).toContain('Predicted units for shop north, by model sales:');
  expect(text).toContain('| 2024-05 | 12.5 | 10 | 15 |');
});

test('a class is answered with how sure the model is', () => {
  const answer = { prediction: 'sold', confidence: 0.834, lower_bound: null, upper_bound: null };
  expect(composePrediction(cars, { inputs: { fuel: 'petrol' }, cost: 1 }, answer)).toBe(
    'Predicted price for fuel petrol: **sold**, 83 % sure (model used_cars_model).',
  );
});

const diesel = { inputs: { doors: '5', fuel: 'diesel' }, cost: 1 };

test.each([
  ['what if it had 60,000 mileage?', { ...diesel.inputs, mileage: 60000 }],
  ['what would it be if it were petrol?', { ...diesel.inputs, fuel: 'petrol' }],
  ['And with 4 doors?', { ...diesel.inputs, doors: '4' }],
  ['what would it cost with a mileage of 20000', { ...diesel.inputs, mileage: 20000 }],
])('predicts again: %s', (question, inputs) =>
  expect(understandPrediction(question, cars, diesel)?.inputs).toEqual(inputs),
);

test.each([
  'Why?',
  'why is that',
  'And why is the price so high?',
  'what drives this?',
  'How did you get that?',
  'What are the main reasons for that?',
  'explain that',
  'Which inputs matter most?',
])('explains the prediction before: %s', (question) => {
  const { inputs } = diesel;
  const again = understandPrediction(question, cars, diesel);
  expect(again).toMatchObject({ inputs, explains: true });
  expect(understandPrediction('and petrol?', cars, again)).not.toHaveProperty('explains');
});

test.each(['Why do people buy tractors?', 'Why?', 'what drives the weather'])(
  'does not explain what was not predicted: %s',
  (question) => {
    const before = question === 'Why?' ? undefined : diesel;
    expect(understandPrediction(question, cars, before)).toBeUndefined();
  },
);

test('an explained answer tells what moved it', () => {
  const answer = { prediction: 9000, base: 7000, contributions: { fuel: 2500.5, doors: -500, mileage: 0 } };
  const text = composePrediction(cars, { ...diesel, explains: true }, answer);
  expect(text).toContain('How far each input moved the prediction from its mean of 7,000');
  expect(text).toContain('| fuel | +2,500.5 |\n| doors | −500 |');
  expect(text).not.toContain('mileage');
});
