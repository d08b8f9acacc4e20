import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { languageOf } from './language-of.ts';

const file = join(import.meta.dirname, '../../../../../bench/src/languages/facts.json');
const facts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, [string, string]>[];

it('is told of most single sentences, and seldom wrongly', () => {
  const told = facts.flatMap((fact) => Object.entries(fact).map(([language, [text]]) => [language, languageOf(text)]));
  const right = told.filter(([language, found]) => found === language).length;
  const wrong = told.filter(([language, found]) => found !== null && found !== language).length;
  expect(right / told.length).toBeGreaterThan(0.85);
  expect(wrong).toBeLessThanOrEqual(2);
});

it.each(['', '12 345', 'Müller GmbH 2024', 'x'.repeat(100_000)])('is not known of %#', (text) => {
  expect(languageOf(text)).toBeNull();
});
