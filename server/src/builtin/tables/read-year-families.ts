import type { ColumnSummary, TableSummary } from '../grounding.ts';
import { wordsOfName } from '../words/tokens.ts';
import { giveUp } from './choices.ts';
import type { Sentence } from './sentence.ts';

/** Columns of one thing in several years: `population_2016`, `population_2021`. */
interface Member {
  column: ColumnSummary;
  years: readonly number[];
}

const year = /^(?:19|20)\d\d$/;

/** "The population in 2021" of columns `population_2016` and `population_2021`; the latest where no year is named. */
export function readYearFamilies(sentence: Sentence): void {
  const families = familiesOf(sentence.context.table);
  if (families.size === 0) return;
  for (const [at, item] of sentence.items.entries()) {
    const family = item.kind === 'column' ? families.get(item.column) : undefined;
    if (!family || item.kind !== 'column' || item.text.split(' ').some((word) => year.test(word))) continue;
    const named = sentence.items.flatMap((_, place) => {
      const value = sentence.number(place);
      const isOfFamily = value !== undefined && family.some(({ years }) => years.includes(value));
      return isOfFamily ? [{ place, value }] : [];
    });
    const years = named.map(({ value }) => value).sort();
    const wanted = years.length > 0 ? family.find((one) => String(one.years) === String(years)) : latestOf(family);
    if (!wanted) giveUp();
    sentence.become(at, wanted.column);
    for (const { place } of named) sentence.use(place);
    // "Between 2016 and 2021"
    for (const { place } of named)
      for (const beside of [place - 1, place + 1])
        if (sentence.is(beside, 'between', 'from', 'since')) sentence.use(beside);
    if (named.length === 2) sentence.use(named[0].place + 1);
  }
}

function latestOf(family: readonly Member[]): Member | undefined {
  const single = family.filter(({ years }) => years.length === 1);
  return single.length < family.length
    ? undefined
    : single.reduce((one, other) => (other.years[0] > one.years[0] ? other : one));
}

const kept = new WeakMap<readonly ColumnSummary[], ReadonlyMap<ColumnSummary, readonly Member[]>>();

function familiesOf({ columns }: TableSummary): ReadonlyMap<ColumnSummary, readonly Member[]> {
  const known = kept.get(columns) ?? findFamilies(columns);
  kept.set(columns, known);
  return known;
}

function findFamilies(columns: readonly ColumnSummary[]): Map<ColumnSummary, readonly Member[]> {
  const members = columns.flatMap((column) => {
    const words = wordsOfName(column.name);
    const years = words.filter((word) => year.test(word)).map(Number);
    const rest = words.filter((word) => !year.test(word)).join(' ');
    return years.length > 0 && rest !== '' ? [{ column, years, rest }] : [];
  });
  const families = [...Map.groupBy(members, ({ rest }) => rest).values()].filter((family) => family.length > 1);
  return new Map(families.flatMap((family) => family.map(({ column }) => [column, family] as const)));
}
