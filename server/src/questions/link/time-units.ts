import { quoteName } from '../words/quoting.ts';
import { type Token, wordsOfName } from '../words/tokens.ts';
import { numberIn } from './cells.ts';
import type { Derived } from './durations.ts';
import type { IndexedTable } from './indexed-table.ts';
import { type ColumnLink, maskOf } from './links.ts';
import { saidBy } from './named-numbers.ts';
import { inRows, workedColumns } from './worked-rows.ts';

const units = [
  { name: 'hours', seconds: 3600, words: /^(hours?|hrs?)$/ },
  { name: 'minutes', seconds: 60, words: /^(minutes?|mins?)$/ },
  { name: 'seconds', seconds: 1, words: /^(seconds?|secs?)$/ },
];
/** "By hour" and "the busiest hour" are of the clock. */
const ofClock = /^(per|by|each|every|an?|the|which|what|busiest|peak|rush|opening|last|next|of|within|24)$/;
const ofPlan = /^(target|plan|planned|expected|estimated|std|standard|sla|max)$/;

/** "How many hours" of a column of minutes: what it holds, in the unit that is said. */
export function inSaidUnit(tokens: readonly Token[], table: IndexedTable, links: readonly ColumnLink[]): Derived[] {
  const at = tokens.findIndex(({ text }, place) => unitOf(text) && !ofClock.test(tokens[place - 1]?.text ?? ''));
  const said = at < 0 ? undefined : unitOf(tokens[at].text);
  const held = table.columns.map(({ name, type }) => (/^(integer|number)$/.test(type) ? heldIn(name) : undefined));
  if (!said || held.includes(said)) return [];
  const measured = held.flatMap((unit, place) => (unit && unit.seconds < said.seconds ? [place] : []));
  const isNamed = (place: number) => links[place].score > 0;
  const isPlan = (place: number) => wordsOfName(table.columns[place].name).some((word) => ofPlan.test(word));
  const some = [measured.filter(isNamed), measured.filter((place) => !isPlan(place))].find(({ length }) => length > 0);
  if (some?.length !== 1) return [];
  const [place] = some;
  const { name } = table.columns[place];
  const factor = said.seconds / (held[place]?.seconds ?? 1);
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

function unitOf(word: string) {
  return units.find(({ words }) => words.test(word));
}

/** The unit of a column by its name; the min of `min_price` is no minute. */
function heldIn(name: string) {
  const words = wordsOfName(name);
  const own = /^mins?$/.test(words[0]) && words.length > 1 ? words.slice(1) : words;
  return own.map(unitOf).find((one) => one !== undefined);
}
