import { expect, it } from 'vitest';
import { splitCompounds } from './split-compounds.ts';

const chunks: Record<string, number> = {
  prozent: 3,
  zeichen: 9,
  befehl: 7,
  schlussel: 2,
  verlust: 4,
  proz: 1,
  entzeichen: 1,
};
const count = async (terms: string[]) => terms.map((term) => chunks[term] ?? 0);

it.each([
  [
    ['prozentzeichen', 'befehl'],
    ['prozent', 'zeichen', 'befehl'],
  ],
  [['schlusselsverlust'], ['schlussel', 'verlust']],
  [
    ['unheard', 'befehl'],
    ['unheard', 'befehl'],
  ],
  [
    ['prozentbefehl', 'prozent'],
    ['prozent', 'befehl'],
  ],
])('splits what stands nowhere: %s', async (terms, expected) => {
  expect(await splitCompounds(terms, await count(terms), count)).toEqual(expected);
});
