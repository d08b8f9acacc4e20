/** Cells that list several things. */
import { expect, test } from 'vitest';
import type { Profile } from '../profile.ts';
import { linkQuestion } from './link-question.ts';

const rows = [
  ['Châtelet', '1, 4, 14', 'Theft'],
  ['Olympiades', '14', 'Theft, Loss'],
  ['Alésia', '4', 'Identity theft'],
  ['Bercy', '6, 14', 'Loss'],
];
const stations: Profile = {
  name: 'stations',
  row_count: rows.length,
  columns: [
    { name: 'station', type: 'text', distinct: 4, nulls: 0, values: rows.map(([name]) => name) },
    { name: 'lines', type: 'text', distinct: 4, nulls: 0, values: rows.map(([, lines]) => lines) },
    { name: 'complaint', type: 'text', distinct: 4, nulls: 0, values: rows.map(([, , complaint]) => complaint) },
  ],
  sample: rows,
};

test.each([
  ['How many stations are on line 14?', 'lines', ['14', '1, 4, 14', '6, 14']],
  ['How many stations are on line 4?', 'lines', ['4', '1, 4, 14']],
  ['stations with theft', 'complaint', ['Theft', 'Theft, Loss']],
])('%s: all cells that list it, and none that hold it among words', (question, name, cells) => {
  const [best] = linkQuestion(question, stations)
    .conditions.filter(({ condition: { test, field } }) => test !== 'compare' && field.column.name === name)
    .sort((a, b) => b.score - a.score);
  expect(best.condition).toMatchObject({ test: 'holds', cells: expect.arrayContaining(cells) });
  expect('cells' in best.condition && best.condition.cells).toHaveLength(cells.length);
});
