import { expect, test } from 'vitest';
import type { Grounding } from './grounding.ts';
import { sayHelp, sayRefusal } from './talk.ts';

const among = (groundings: Grounding[], isPublic = false) => ({
  groundings,
  now: new Date('2026-11-23T12:00:00Z'),
  isPublic,
});
const none = { examples: [], near: [], known: [] };
const weather: Grounding = { kind: 'other', skill: 'weather' };
const crm: Grounding = { kind: 'other', skill: 'crm' };
const handbook: Grounding = { kind: 'knowledge', tool: 'search', bases: ['handbook'] };

test('skills that only a language model can use are named, with what to do', () => {
  expect(sayHelp(among([weather]), none)).toContain('The skill weather needs a language model');
  expect(sayRefusal(among([weather, crm]), none)).toContain('The skills weather and crm need a language model');
  expect(sayRefusal(among([weather, handbook]), none)).toMatch(
    /weather needs a language model.*from the documents of handbook\./,
  );
  expect(sayRefusal(among([handbook]), none)).not.toContain('language model');
});

test('strangers learn nothing of them', () => {
  expect(sayHelp(among([weather], true), none)).toBe('I have nothing to answer from yet.');
  expect(sayRefusal(among([weather, handbook], true), none)).not.toContain('weather');
});

test('models that are gone are named in a sentence of its own', () => {
  const gone = ['quiet', 'still'].map((name) => ({ name, reason: `There is no model ${name}.` }));
  const told = sayRefusal(among([handbook, { kind: 'predict', models: [], gone }]), none);
  expect(told).toMatch(/cannot be asked: quiet, still\./);
});

test('a model that two skills name in vain is told of once', () => {
  const gone: Grounding = {
    kind: 'predict',
    models: [],
    gone: [{ name: 'quiet', reason: 'There is no model quiet.' }],
  };
  expect(sayRefusal(among([handbook, gone, gone]), none)).toMatch(
    /a model that cannot be asked: There is no model quiet\. I answer/,
  );
});

test('of words that a table has it says that the question is not understood, of an empty table that it is', () => {
  const tableOf = (row_count: number): Grounding => {
    const tables = [{ name: 'homes', row_count, columns: [{ name: 'price', type: 'number', distinct: null }] }];
    return { kind: 'sql', tool: 'sql', dialect: 'duckdb', tables };
  };
  const say = (unread: string[], rows = 9) =>
    sayRefusal(among([tableOf(rows)]), { examples: [], near: [['column price'], []], known: ['price'] }, { unread });
  expect(say(['price'])).toContain('I recognise “price”, but I do not understand the question.');
  expect(say(['price', 'posh', 'posh'])).toContain('I do not know what “posh” refers to.');
  expect(say(['posh', 'won'])).toContain('I do not know what “posh”, “won” refer to.');
  expect(say(['posh'], 0)).toContain('There are no rows yet.');
});
