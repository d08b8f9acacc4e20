import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import type { ColumnSummary } from '../grounding.ts';
import { wordsInEnglish } from '../words/abroad.ts';
import type { Vocabulary } from '../words/vocabulary.ts';

countries.registerLocale(english);

const isCode = /^[a-z]{2,3}$/i;

/** Returns the English names of the country that a code of ISO 3166 stands for, where the column tells of countries. */
export function countriesOfCode(column: ColumnSummary, value: string, vocabulary: Vocabulary): string[] {
  if (!isCode.test(value) || !tellsCountries(column, vocabulary)) return [];
  const names = countries.getName(value, 'en', { select: 'all' }) ?? [];
  return names.filter((name) => /^[\p{L} ]+$/u.test(name) && name.length > 3);
}

function tellsCountries({ name }: ColumnSummary, { concepts, singular }: Vocabulary): boolean {
  return wordsInEnglish(name).some((word) => word === 'nationality' || concepts.country.includes(singular(word)));
}
