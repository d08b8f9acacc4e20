import type { Column } from '../profile.ts';
import { quoteName } from '../words/quoting.ts';
import { type Token, wordsOfName } from '../words/tokens.ts';
import { numberIn } from './cells.ts';
import type { Derived } from './durations.ts';
import type { IndexedTable } from './indexed-table.ts';
import { type ColumnLink, maskOf } from './links.ts';
import { saidBy } from './named-numbers.ts';
import { inRows, workedColumns } from './worked-rows.ts';

interface TimeUnit {
  name: string;
  /** How many of the smallest of its kind it has: seconds, days or months. */
  size: number;
  kind: 'clock' | 'days' | 'months';
  words: RegExp;
}

const units: readonly TimeUnit[] = [
  { name: 'hours', size: 3600, kind: 'clock', words: /^(hours?|hrs?|h)$/ },
  { name: 'minutes', size: 60, kind: 'clock', words: /^(minutes?|mins?)$/ },
  { name: 'seconds', size: 1, kind: 'clock', words: /^(seconds?|secs?)$/ },
  { name: 'weeks', size: 7, kind: 'days', words: /^(weeks?|wks?)$/ },
  { name: 'days', size: 1, kind: 'days', words: /^days$/ },
  { name: 'years', size: 12, kind: 'months', words: /^(years?|yrs?)$/ },
  { name: 'months', size: 1, kind: 'months', words: /^(months|mths|mos)$/ },
];
/** "By hour" and "the busiest hour" are of the clock. */
const ofClock = /^(per|by|each|every|an?|the|which|what|busiest|peak|rush|opening|last|next|of|within|24)$/;
const ofPlan = /^(target|plan|planned|expected|estimated|std|standard|sla|max)$/;

/** "How many hours" of a column of minutes: what it holds, in the unit that is said. */
export function inSaidUnit(tokens: readonly Token[], table: IndexedTable, links: readonly ColumnLink[]): Derived[] {
  const at = tokens.findIndex(({ text }, place) => isUnit(text, tokens, place));
  const said = at < 0 ? undefined : unitOf(tokens[at].text);
  const held = table.columns.map((column) => (/^(integer|number)$/.test(column.type) ? heldIn(column) : undefined));
  // "Less than 1 year" may be a value
  const isOfValue = said?.kind !== 'clock' && isValue(tokens, at, table);
  if (!said || held.includes(said) || isOfValue) return [];
  const isSmaller = (unit: TimeUnit | undefined) => unit?.kind === said.kind && unit.size < said.size;
  const measured = held.flatMap((unit, place) => (isSmaller(unit) ? [place] : []));
  const isNamed = (place: number) => links[place].score > 0;
  const isPlan = (place: number) => wordsOfName(table.columns[place].name).some((word) => ofPlan.test(word));
  const some = [measured.filter(isNamed), measured.filter((place) => !isPlan(place))].find(({ length }) => length > 0);
  if (some?.length !== 1) return [];
  const [place] = some;
  const { name } = table.columns[place];
  const factor = said.size / (held[place]?.size ?? 1);
  const described = {
    name: `${name} in ${said.name}`,
    synonyms: saidBy(tokens, links[place].words, maskOf(at, at + 1)),
    unit: said.name,
  };
  const ofRow = `${quoteName(name)} / ${factor}.0`;
  const work = (row: readonly unknown[]) => numberIn(row[place]) / factor;
  // "More than 2 hours" bounds each row
  if (tokens[at - 1]?.number !== undefined) return [inRows({ ...described, formula: ofRow }, table.rows, work)];
  const ofAll = `sum(${quoteName(name)}) / ${factor}.0`;
  return workedColumns(tokens, table, { ...described, ofRow, ofAll, work, told: { aggregate: 'sum' } });
}

/** Days, months and years are mostly times of the calendar: only a number of them is a length. */
function isUnit(text: string, tokens: readonly Token[], at: number): boolean {
  const [before, second] = [tokens[at - 1], tokens[at - 2]?.text ?? ''];
  const unit = unitOf(text);
  if (!unit || ofClock.test(before?.text ?? '')) return false;
  return unit.kind === 'clock' || (before?.number !== undefined && !/^(last|past|next|previous|first)$/.test(second));
}

function isValue(tokens: readonly Token[], at: number, { byWord, entries }: IndexedTable): boolean {
  const holding = (byWord.get(tokens[at]?.text ?? '') ?? []).map((place) => entries[place]);
  return holding.some(({ words }) => words.includes(tokens[at - 1]?.text ?? ''));
}

function unitOf(word: string): TimeUnit | undefined {
  return units.find(({ words }) => words.test(word));
}

/** The unit of a column by its name, or by what is written about it; the min of `min_price` is no minute. */
function heldIn({ name, comment = '' }: Column): TimeUnit | undefined {
  const words = wordsOfName(name);
  const own = /^mins?$/.test(words[0]) && words.length > 1 ? words.slice(1) : words;
  const told = /\b(?:in|number of) (\p{L}+)/u.exec(comment)?.[1] ?? '';
  return own.map(unitOf).find((one) => one !== undefined) ?? unitOf(told);
}
