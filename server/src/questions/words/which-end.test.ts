import { expect, test } from 'vitest';
import { endsOf, wordsOfEnds } from './which-end.ts';

const number = (name: string) => ({ name, type: 'number' });

test.each([
  ['slowest', 'bake_minutes', 'largest'],
  ['fastest', 'boatSpeed', 'largest'],
  ['best', 'delivery_time', 'smallest'],
  ['fastest', 'days from ordered to shipped', 'smallest'],
  ['best', 'guest_rating', 'largest'],
  ['highest', 'league_rank', 'smallest'],
  ['best', 'league_rank', 'smallest'],
  ['worst', 'league_rank', 'largest'],
  ['worst', 'ticket_price', 'largest'],
  ['oldest', 'year_built', 'smallest'],
  ['oldest', 'age', 'largest'],
  ['cheapest', 'weight', 'smallest'],
])('%s of %s asks for the %s', (word, name, end) => expect(endsOf(number(name)).of(word)).toBe(end));

test('what is fast is not known of a weight, and the newest is the last of days', () => {
  expect(endsOf(number('weight')).of('fastest')).toBeUndefined();
  expect(endsOf({ name: 'signed', type: 'date' }).of('newest')).toBe('largest');
});

test('bounds ask for no end', () => {
  expect(wordsOfEnds('boats with at least 5 oars or more'.split(' '))).not.toContain('least');
  expect(wordsOfEnds('boats with at least 5 oars or more'.split(' '))).not.toContain('more');
  expect(wordsOfEnds('boats heavier than 20'.split(' '))).not.toContain('heavier');
  expect(wordsOfEnds('which harbour has the higher average'.split(' '))).toContain('higher');
});
