import { expect, it } from 'vitest';
import { ValueIndex } from './value-index.ts';

const values = ['North Bay', 'Bay', 'South\nBay', 'Harbour Road', 'x'.repeat(101), 'Bayonne Bay Bay'];
const index = new ValueIndex(new Map([['place', values.map((value, at) => ({ value, count: 10 - at }))]]));
const found = (...words: string[]) => index.find(words).map(({ value }) => value);

it('finds each value that holds a word once, those with most words first, then the shortest', () => {
  expect(found('bay')).toEqual(['Bay', 'North Bay', 'South\nBay', 'Bayonne Bay Bay']);
  expect(found('bay', 'south')[0]).toBe('South\nBay');
  expect(found('road')).toEqual(['Harbour Road']);
  expect(found('xxx')).toEqual([]);
});

it.each(['harbour raod', 'harbour rod', 'harbourr road', 'harbour roan'])('finds %s by its likeness', (typed) => {
  expect(found(typed)).toEqual(['Harbour Road']);
});

it('takes no other word for a typing error', () => {
  expect(found('harbor', 'larbour road', 'harbour roots')).toEqual([]);
});

it('finds one of 50,000 values, and the first sixty of all', () => {
  const many = Array.from({ length: 50_000 }, (_, at) => ({ value: `Customer ${at} ltd`, count: 20 }));
  const large = new ValueIndex(new Map([['customer', many]]));
  expect(large.find(['customer'])).toHaveLength(60);
  expect(large.find(['customer', '49999', 'ltd'])[0].value).toBe('Customer 49999 ltd');
  expect(large.find(['49999']).map(({ value }) => value)).toEqual(['Customer 49999 ltd']);
});
