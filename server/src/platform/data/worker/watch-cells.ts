import type { DuckDBConnection } from '@duckdb/node-api';
import type { Decision } from '@sibyl/engine/readings/decision.ts';
import { createMisfitTest, createNewsTest, isLongInteger } from '@sibyl/engine/readings/news.ts';
import { createBlankTest, createCellParser } from '@sibyl/engine/readings/parse-cell.ts';
import { isNumeric, type Reading } from '@sibyl/engine/readings/reading.ts';
import type { SeenCell } from '@sibyl/engine/readings/tally.ts';
import { defineWatcher } from './cell-functions.ts';
import { readObjects } from './duckdb.ts';
import { fastLaneOf } from './fast-cells.ts';
import type { SeenColumn } from './look-at-cells.ts';
import type { TextSource } from './text-source.ts';

/** Result of checking a decision against all cells of a column. */
export interface Watched {
  decision: Decision;
  /** Distinct cells that the decision did not consider. */
  news: SeenCell[];
  /** Number of cells that are not blank; not counted for text. */
  present: number;
}

/** A few are enough for a new decision. */
const mostNews = 1000;
const columnsAtOnce = 64;
let statements = 0;

/** Checks all cells of the columns whose sample proves nothing; of columns checked before, only what has changed. */
export async function watchCells(
  connection: DuckDBConnection,
  source: TextSource,
  decisions: readonly Decision[],
  seen: readonly SeenColumn[],
  former: readonly Watched[] = [],
): Promise<Watched[]> {
  const watched = decisions.map((decision, index): Watched => {
    const before = former[index];
    if (before && before.news.length === 0 && isSame(before.decision, decision)) return { ...before, decision };
    return seen[index].isWhole ? watchSeen(decision, seen[index]) : { decision, news: [], present: -1 };
  });
  const left = [...watched.keys()].filter((index) => watched[index].present < 0 && !isText(decisions[index]));
  for (let first = 0; first < left.length; first += columnsAtOnce) {
    const some = left.slice(first, first + columnsAtOnce);
    const figures = await countAll(
      connection,
      source,
      some.map((index) => ({ index, watched: watched[index] })),
    );
    for (const [place, index] of some.entries()) watched[index].present = figures[place];
  }
  return watched;
}

function isText({ reading, open }: Decision): boolean {
  return reading.type === 'text' && open === undefined;
}

function isSame(left: Decision, right: Decision): boolean {
  return left.open === right.open && JSON.stringify(left.reading) === JSON.stringify(right.reading);
}

function watchSeen(decision: Decision, { cells }: SeenColumn): Watched {
  const isNews = createNewsTest(decision);
  const isBlank = createBlankTest(decision.reading);
  const isTypedNews = createTypedTest(decision.reading);
  let present = 0;
  const news: SeenCell[] = [];
  for (const cell of cells) {
    if (cell.isTyped ? isTypedNews(cell.text) : isNews(cell.text)) news.push(cell);
    if (!isBlank(cell.text)) present += cell.count;
  }
  // Cells of the sample were considered: they are news only where the sender gave a type that they do not fit.
  return { decision, news, present };
}

/** A JSON number is a date only where the column's own are numbers, and `true` is no number. */
export function createTypedTest(reading: Reading): (text: string) => boolean {
  if (reading.type === 'text' || reading.type === 'json') return () => false;
  if (reading.type === 'boolean') return createMisfitTest(reading);
  const parse = createCellParser(reading);
  if (!isNumeric(reading)) return (text) => reading.time_shape === undefined || Number.isNaN(parse(text));
  return (text) => !(reading.type === 'integer' ? isLongInteger(Number(text)) : Number.isFinite(Number(text)));
}

async function countAll(
  connection: DuckDBConnection,
  { from, fields, typed }: TextSource,
  columns: readonly { index: number; watched: Watched }[],
): Promise<number[]> {
  const masks = columns.map(({ index, watched }, place) => {
    const stem = `watch_${statements++}`;
    const field = fields[index];
    const { reading, open } = watched.decision;
    defineWatcher(connection, stem, reading, collect(createNewsTest(watched.decision), watched.news));
    const flag = typed?.[index];
    if (flag) defineWatcher(connection, `${stem}t`, reading, collect(createTypedTest(reading), watched.news, true));
    const lane = open === undefined ? fastLaneOf(reading) : undefined;
    return (
      `CASE WHEN ${field} IS NULL OR ${field} = '' THEN NULL ` +
      (flag ? `WHEN ${flag} THEN ${stem}t(${field}) ` : '') +
      (lane ? `WHEN ${lane.fits(field)} AND ${lane.value(field)} IS NOT NULL THEN 0 ` : '') +
      `ELSE ${stem}(${field}) END AS m${place}`
    );
  });
  const terms = columns.map((_, place) => `(count(m${place}) - count(*) FILTER (m${place} = 1))::DOUBLE AS n${place}`);
  const [row] = await readObjects(
    connection,
    `SELECT ${terms.join(', ')} FROM (SELECT ${masks.join(', ')} FROM ${from})`,
  );
  return columns.map((_, place) => Number(row[`n${place}`]));
}

function collect(isNews: (text: string) => boolean, news: SeenCell[], isTyped = false): (text: string) => boolean {
  const known = new Map<string, SeenCell>();
  return (text) => {
    if (!isNews(text)) return false;
    const trimmed = text.trim();
    const seen = known.get(trimmed);
    if (seen) seen.count += 1;
    else if (known.size < mostNews) {
      const cell: SeenCell = { text: trimmed, count: 1, isTyped };
      known.set(trimmed, cell);
      news.push(cell);
    }
    return true;
  };
}
