import { expect, it } from 'vitest';
import { resolveTypes } from './type-filter.ts';

it('takes types, and all that begin alike', () => {
  expect([...resolveTypes(['sibyl.model.failed'], '/types')]).toEqual(['sibyl.model.failed']);
  expect(resolveTypes(['sibyl.model.*'], '/types').size).toBeGreaterThan(5);
});

it.each([
  ['model.completed', 'there is no model.completed; did you mean sibyl.model.completed?'],
  ['sibyl.models.complete', 'did you mean sibyl.model.completed?'],
  ['model.*', 'did you mean sibyl.model.*?'],
  ['training_done', 'sibyl.model.completed for one, or all of sibyl.project.*, '],
])('says of %s what it may mean', (word, help) => {
  expect(() => resolveTypes([word], '/types')).toThrow(help);
});
