import { setImmediate as giveWay } from 'node:timers/promises';
import { readQuestion } from '../questions/read-question.ts';
import { literal, quoteName } from '../questions/words/quoting.ts';
import { stemOf, stemsOfName } from '../questions/words/tokens.ts';
import type { SuggestedEntry } from './asides.ts';
import type { ColumnSummary, TableSummary } from './grounding.ts';
import { type Evidence, evidenceFor } from './suggest-evidence.ts';

/** Each is a reading of the question. */
const mostTried = 10;
const mostSuggested = 3;
const mostValues = 4;
const fewValues = 8;

interface Tried {
  kind: 'test' | 'name' | 'figure';
  /** What stands in place of the word. */
  said: string;
  entry: SuggestedEntry;
}

/** Returns what a word may mean by evidence: columns or values in whose place the question can be read. */
export async function suggestEntries(
  question: string,
  word: string,
  table: TableSummary,
  isOnly: boolean,
): Promise<SuggestedEntry[]> {
  const own = isOnly ? {} : { table: table.name };
  const plain = word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const place = new RegExp(`(?<![\\p{L}\\p{N}])${plain}(?![\\p{L}\\p{N}])`, 'iu');
  // A measure has more values than a number of rooms
  const columns = table.columns.toSorted((one, other) => spreadOf(other) - spreadOf(one));
  const unsaid = columns.filter(({ name }) => !question.toLowerCase().includes(name.toLowerCase()));
  const evidence = evidenceFor(word);
  const all = unsaid.flatMap((column) => triesOf(word, column, evidence, own));
  // Who counts rows asks for those that are so; who does not asks for a figure
  const isCounting = counting.test(question);
  const tried = all.toSorted((one, other) => orderOf(one, isCounting) - orderOf(other, isCounting));
  const rowNames = stemsOfName(table.name);
  const suggested: SuggestedEntry[] = [];
  for (const { said, entry } of tried.slice(0, mostTried)) {
    await giveWay();
    const [best] = readQuestion(
      question.replace(place, () => said),
      table,
    );
    const isRead = best?.unread.every((one) => rowNames.includes(stemOf(one)));
    if (best && isRead && best.probability > leastLikely) suggested.push(entry);
    if (suggested.length === mostSuggested) break;
  }
  return suggested;
}

function spreadOf({ type, distinct }: ColumnSummary): number {
  return type === 'number' || type === 'integer' ? (distinct ?? 0) : 0;
}

const counting =
  /^\W*(how many|number of|count|what (share|percentage|proportion)|which share|share|percentage|who)\b/i;

function orderOf({ kind, said }: Tried, isCounting: boolean): number {
  if (kind === 'test' && / (yes|y|true)$/i.test(said) && isCounting) return -1;
  return (isCounting ? ['test', 'name', 'figure'] : ['figure', 'name', 'test']).indexOf(kind);
}

const leastLikely = 0.2;

/** Nothing is suggested without evidence: a guess that is taken holds for every question to come. */
function triesOf(term: string, column: ColumnSummary, evidence: Evidence, own: object): Tried[] {
  const { name, values, distinct, type, formula } = column;
  if (formula !== undefined) return [];
  const isFew = values !== undefined && values.length <= fewValues && values.length === distinct;
  const isNumber = type === 'integer' || type === 'number';
  const isNamed = evidence.ofColumn(column);
  const figures =
    isNumber && isNamed ? [{ said: `total ${name}`, entry: { term, sql: `sum(${quoteName(name)})` } }] : [];
  const names = isNamed ? [{ said: name, entry: { term, means: name } }] : [];
  const isFlag = isFew && values.some((value) => /^(yes|y|true|t)$/i.test(String(value)));
  const meant = (isFew ? values : []).filter((value) => evidence.ofValue(value) || (isNamed && isFlag));
  const tests = meant.slice(0, mostValues).map((value) => ({
    said: `${name} ${value}`,
    entry: { term, sql: `${quoteName(name)} = ${type === 'boolean' ? String(value) : literal(value)}` },
  }));
  const withTable = (kind: Tried['kind'], all: readonly Omit<Tried, 'kind'>[]) =>
    all.map(({ said, entry }) => ({ kind, said, entry: { ...entry, ...own } }));
  return [...withTable('figure', figures), ...withTable('name', names), ...withTable('test', tests)];
}
