import type { DuckDBConnection } from '@duckdb/node-api';
import { decideReading } from '@sibyl/engine/readings/decide.ts';
import type { Decision, Hints, Requested } from '@sibyl/engine/readings/decision.ts';
import { findMissingWords, noteMissingWords, wordsAmongValues } from '@sibyl/engine/readings/file-words.ts';
import { fold } from '@sibyl/engine/readings/fold.ts';
import { noteLostDigits } from '@sibyl/engine/readings/lost-digits.ts';
import { note, type ReadingNote } from '@sibyl/engine/readings/notes.ts';
import type { Reading } from '@sibyl/engine/readings/reading.ts';
import type { SeenCell } from '@sibyl/engine/readings/tally.ts';
import type { FileOptions } from '../types.ts';
import { valueSql } from './cell-sql.ts';
import { lookAtCells, type SeenColumn } from './look-at-cells.ts';
import type { TextSource } from './text-source.ts';
import { watchCells } from './watch-cells.ts';

export interface ColumnPlan {
  name: string;
  reading: Reading;
  notes: ReadingNote[];
  /** SQL of the typed value of a source row; NULL for a blank cell. */
  value: string;
  /**
   * Number of cells that are not blank, which the written column must match. -1 for text, in which only empty cells are
   * blank.
   */
  present: number;
  /** How many decimals its numbers were written with, where all of the first cells had as many. */
  decimals: number | undefined;
  /** Whether every cell has the type; false only if the sender gave the type. */
  fits: boolean;
}

/** What is known of a column before its cells are read: the reading of the table's column, or the sender's options. */
export type Expected = { reading: Reading } | { requested: Requested };

/** Rounds in which later rows may change the decision of the first ones. */
const mostRounds = 5;

/**
 * Decides how every column is read: from the first rows, checked against all others, and decided again with what did
 * not fit. No cell is ever dropped: a column that fits nothing is text.
 */
export async function planColumns(
  connection: DuckDBConnection,
  source: TextSource,
  options: FileOptions,
  table?: readonly Reading[],
): Promise<ColumnPlan[]> {
  const now = Date.now();
  const expected = source.names.map(
    (name, index): Expected =>
      table ? { reading: table[index] } : { requested: { ...requestedOf(options, source, index), name, now } },
  );
  const seen = await lookAtCells(connection, source);
  let decisions = decideAll(seen, expected, source);
  let watched = await watchCells(connection, source, decisions, seen);
  for (let round = 1; watched.some(({ news }, index) => isOverturned(news, expected[index])); round += 1) {
    for (const [index, { news }] of watched.entries()) seen[index].cells.push(...news);
    decisions = decideAll(seen, expected, source);
    if (round === mostRounds) decisions = decisions.map((decision, index) => fallBack(decision, watched[index].news));
    const again = await watchCells(connection, source, decisions, seen, watched);
    watched = again;
    if (round === mostRounds) break;
  }
  return source.names.map((name, index) => {
    const { reading, notes } = decisions[index];
    const isText = reading.type === 'text';
    const { news, present } = watched[index];
    return {
      name,
      reading,
      notes,
      value: valueSql(connection, source, index, reading),
      present: isText ? -1 : present,
      decimals: decimalsOf(reading, seen[index].cells),
      fits: isText || news.length === 0,
    };
  });
}

/** Plain numbers only: those with units or thousands separators are not written back from this. */
function decimalsOf({ type }: Reading, cells: readonly SeenCell[]): number | undefined {
  if (type !== 'number') return undefined;
  const numbers = cells.filter(({ text }) => /\d/.test(text));
  const found = new Set(numbers.map(({ text }) => /^-?\d+[.,](\d{1,15})$/.exec(text)?.[1].length));
  return found.size === 1 ? [...found][0] : undefined;
}

function requestedOf(
  { types, decimal, dateOrder, blanks }: FileOptions,
  { names, isText, isSpan, isShare }: TextSource,
  index: number,
): Requested {
  const type = types?.[names[index]] ?? (isText?.(index) ? 'text' : undefined);
  return { type, decimal, dateOrder, blanks: blanks?.map(fold), isSpan: isSpan?.(index), isShare: isShare?.(index) };
}

function isOverturned(news: readonly SeenCell[], expected: Expected): boolean {
  return news.length > 0 && 'requested' in expected && expected.requested.type === undefined;
}

/** After this number of rounds a column is text. */
function fallBack(decision: Decision, news: readonly SeenCell[]): Decision {
  if (news.length === 0 || decision.isFixed) return decision;
  const detail = `the column is text because its later cells, such as "${news[0].text.slice(0, 40)}", are of other kinds than the first`;
  const notes = [{ ...note('read_as_text', detail), cells: news.map(({ text }) => text) }];
  return { reading: { type: 'text', blanks: [] }, notes, clear: {}, open: undefined };
}

/** Ambiguous columns are read like the clear ones of the file; the sender's options apply to all. */
function decideAll(
  seen: readonly SeenColumn[],
  expected: readonly Expected[],
  { likelyDecimal, isTabbed, bareWords = [] }: TextSource,
): Decision[] {
  const decide = (index: number, hints: Hints): Decision => {
    const known = expected[index];
    return 'requested' in known
      ? decideReading(seen[index].cells, known.requested, hints)
      : decideKnown(known.reading, seen[index]);
  };
  const first = seen.map((_, index) => decide(index, {}));
  const hints = { ...hintsOf(first), likelyDecimal, isTabbed };
  const isOpen = ({ open, isMarkless }: Decision) => open !== undefined || (isMarkless && hints.decimal !== undefined);
  const settled = first.map((decision, index) => (isOpen(decision) ? decide(index, hints) : decision));
  const amongValues = settled.flatMap((decision, index) => wordsAmongValues(seen[index].cells, decision));
  const fileWords = new Set([...bareWords, ...amongValues]);
  return settled.map((decision, index) => withFileWords(decision, seen[index].cells, expected[index], fileWords));
}

/** Reads words for "no value" in a text column as the file writes them elsewhere, unless the sender gave the type. */
function withFileWords(
  decision: Decision,
  cells: readonly SeenCell[],
  expected: Expected,
  fileWords: ReadonlySet<string>,
): Decision {
  if (!('requested' in expected) || expected.requested.type !== undefined || decision.reading.type !== 'text')
    return decision;
  const { requested } = expected;
  const given = cells.filter(({ text }) => !requested.blanks?.includes(fold(text)));
  const words = findMissingWords(given, fileWords);
  if (words.length === 0) return decision;
  const blanks = [...new Set([...(requested.blanks ?? []), ...words.map(({ text }) => fold(text))])];
  const decided = decideReading(cells, { ...requested, blanks });
  const noted = noteMissingWords(words, words.length === given.length);
  return { ...decided, open: decision.open, notes: [...decided.notes, noted] };
}

/** A column of the table keeps its reading; digits that are lost are told again. */
function decideKnown(reading: Reading, { cells }: SeenColumn): Decision {
  const notes = reading.type === 'number' ? noteLostDigits(cells) : [];
  return { reading, notes, clear: {}, open: undefined, isFixed: true };
}

function hintsOf(decisions: readonly Decision[]): Hints {
  const only = <Key extends keyof Hints>(key: Key): Hints[Key] => {
    const found = new Set(decisions.flatMap(({ clear }) => clear[key] ?? []));
    return found.size === 1 ? [...found][0] : undefined;
  };
  return { decimal: only('decimal'), dateOrder: only('dateOrder') };
}
