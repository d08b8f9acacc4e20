import type { Column } from '../profile.ts';
import { quoteName } from '../words/quoting.ts';
import type { Token } from '../words/tokens.ts';
import { dayIn } from './cells.ts';
import { comparingAt } from './comparators.ts';
import type { IndexedTable } from './indexed-table.ts';
import { duePair } from './lateness.ts';
import { type ColumnLink, hasWord } from './links.ts';
import { datesOf, usualOf } from './usual-date.ts';

/** A column that is worked out of others, with its cells for the rows of the sample. */
export interface Derived {
  column: Column;
  cells: readonly unknown[];
}

const units = { day: 1, hour: 24, minute: 1440, week: 1 / 7 } as const;
type Unit = keyof typeof units;
const lasting =
  /^(take|takes|took|taken|taking|between|until|till|duration|turnaround|lasts?|lasted|stay|stays|stayed|keep|kept|delays?|length|waits?|waited|waiting|longest|shortest|slowest|quickest|fastest)$/;
const measured = /^(days?|hours?|h|minutes?|weeks?|time|long|longest|shortest|slowest|quickest|fastest)$/;

/** "How long does it take from order to delivery", "average resolution time in hours": the time between two columns. */
export function durationOf(tokens: readonly Token[], table: IndexedTable, links: readonly ColumnLink[]): Derived[] {
  const dates = datesOf(table);
  const told = tokens.findIndex(({ text }) => measured.test(text));
  if (told < 0 || dates.length < 2 || !saysLasting(tokens, told)) return [];
  const named = dates.filter((at) => links[at].score > 0 && saysMore(tokens, links[at]));
  const isLate = tokens.some(({ text }) => /^(late|delay|delayed|early)$/.test(text));
  const due = isLate ? duePair(tokens, table, links) : undefined;
  const usual = usualOf(dates, table);
  const [only, ...others] = dates.filter((at) => at !== usual);
  const pair = named.length > 1 ? named.slice(0, 2) : [usual, named[0] ?? (others.length === 0 ? only : -1)];
  const [from, to] = due?.every((at) => dates.includes(at)) ? due : inTurn(pair, table);
  if (from === undefined || to === undefined || from === to) return [];
  const unit = unitSaid(tokens) ?? unitOf(table, from, to);
  const [start, end] = [from, to].map((at) => `CAST(${quoteName(table.columns[at].name)} AS timestamp)`);
  const cells = table.rows.map((row) => {
    const length = (dayIn(row[to]) - dayIn(row[from])) * units[unit];
    return Number.isFinite(length) ? length : null;
  });
  const known = cells.filter((cell) => cell !== null);
  const column = {
    name: `${unit}s from ${table.columns[from].name} to ${table.columns[to].name}`,
    type: 'number',
    distinct: new Set(known).size,
    formula: `extract(epoch FROM (${end} - ${start})) / ${86_400 / units[unit]}`,
    isOfRow: true,
    synonyms: [tokens[told].text],
    ...(known.length > 0 ? { min: Math.min(...known), max: Math.max(...known) } : {}),
  };
  return [{ column, cells }];
}

/** "Days to pay", "days after the loss", "resolution time", "how long do they stay". */
function saysLasting(tokens: readonly Token[], told: number): boolean {
  if (tokens.some(({ text }) => lasting.test(text))) return true;
  const [before, after] = [tokens[told - 1]?.text ?? '', tokens[told + 1]?.text ?? ''];
  if (tokens[told].text === 'time')
    return /ion$|^(response|delivery|lead|transit|cycle|processing|waiting)$/.test(before);
  if (tokens[told].text === 'long') return before === 'how';
  if (before === 'in' && /^(days|hours|minutes|weeks)$/.test(tokens[told].text)) return true;
  // "Paid within 30 days"
  if (tokens[told - 1]?.number !== undefined && comparingAt(tokens, told - 1)?.operator.startsWith('<')) return true;
  return /^(from|after|to|before|later|late)$/.test(after) && !/^(last|first|next|past)$/.test(before);
}

/** Whether more of its name is said than that it holds times. */
function saysMore(tokens: readonly Token[], { words }: ColumnLink): boolean {
  return tokens.some(({ text }, at) => hasWord(words, at) && !measured.test(text) && !/^(dates?|when)$/.test(text));
}

/** The one that is earlier in most rows first. */
function inTurn([one, other]: readonly number[], { rows }: IndexedTable): (number | undefined)[] {
  if (one < 0 || other < 0) return [];
  const steps = rows.map((row) => dayIn(row[other]) - dayIn(row[one])).filter((step) => !Number.isNaN(step));
  return steps.filter((step) => step < 0).length > steps.length / 2 ? [other, one] : [one, other];
}

function unitSaid(tokens: readonly Token[]): Unit | undefined {
  const said = tokens.map(({ text }) => (text === 'h' ? 'hour' : text.replace(/s$/, '')));
  return (Object.keys(units) as Unit[]).find((unit) => said.includes(unit));
}

const mostMinutes = 0.125;
const mostHours = 2;

/** What the usual length is told in: of times of day within hours in minutes, within two days in hours. */
function unitOf({ rows, columns }: IndexedTable, from: number, to: number): Unit {
  if (![from, to].every((at) => columns[at].type === 'datetime')) return 'day';
  const lengths = rows.map((row) => dayIn(row[to]) - dayIn(row[from])).filter((days) => !Number.isNaN(days));
  const usual = lengths.sort((one, other) => one - other)[Math.floor(lengths.length / 2)] ?? Number.POSITIVE_INFINITY;
  if (usual < mostMinutes) return 'minute';
  return usual < mostHours ? 'hour' : 'day';
}
