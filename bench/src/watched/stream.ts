import { readFileSync } from 'node:fs';
import { createRandom, rowNumbers, shuffle } from '@sibyl/engine/random.ts';
import { readCsv } from '../accuracy/csv.ts';

export type Row = Record<string, string>;

interface Known {
  target: string;
  isClass: boolean;
  /** The column of numbers that moves, or loses cells. */
  number: string;
  /** The column of categories whose shares move. */
  category: string;
  /** The column that orders its rows by time. */
  time?: string;
}

/** A real table, cut into rows for each part of the life of a model. No row is in two parts. */
export interface Subject extends Known {
  name: string;
  learned: Row[];
  /** Asked once each on quiet days, like those that were learned from. */
  quiet: Row[];
  /** Asked on the days on which something moved; drawn with replacement where they are few. */
  moved: Row[];
  /** Learned from once the relation has changed. */
  fresh: Row[];
}

const known: Record<string, Known> = {
  adult: { target: 'class', isClass: true, number: 'hours-per-week', category: 'occupation' },
  attrition: { target: 'Attrition', isClass: true, number: 'Age', category: 'JobRole' },
  ames: { target: 'Sale_Price', isClass: false, number: 'Gr_Liv_Area', category: 'Neighborhood', time: 'Year_Sold' },
  diamonds: { target: 'price', isClass: false, number: 'carat', category: 'cut' },
  flights: { target: 'arr_delay', isClass: false, number: 'distance', category: 'carrier', time: 'date' },
  home_rentals: { target: 'rental_price', isClass: false, number: 'sqft', category: 'location' },
  us_health_insurance: { target: 'charges', isClass: false, number: 'bmi', category: 'region' },
};

export const subjectNames = Object.keys(known);
/** Tables that can be cut by time. */
export const timedNames = subjectNames.filter((name) => known[name].time);

/** Most rows to learn from, and those of all others that are kept for later days; each also at most a share. */
const [mostLearned, learnedShare] = [4000, 0.4];
const [mostKept, keptShare] = [5000, 0.3];

/** Reads a table; its rows are dealt at random, so that later rows are like those to learn from. */
export function readSubject(folder: string, name: string): Subject {
  const rows = readRows(folder, name);
  const learned = Math.min(mostLearned, Math.floor(learnedShare * rows.length));
  const kept = Math.min(mostKept, Math.floor(keptShare * (rows.length - learned)));
  const [first, second] = [rows.length - kept, rows.length - Math.floor(kept / 2)];
  return {
    name,
    ...known[name],
    learned: rows.slice(0, learned),
    quiet: rows.slice(learned, first),
    moved: rows.slice(first, second),
    fresh: rows.slice(second),
  };
}

/** Reads a table in the order of its time: the first rows are to learn from, all others come later. */
export function readInOrder(folder: string, name: string): Subject {
  const time = known[name].time!;
  const rows = readRows(folder, name).sort(
    (one, other) => Number(one[time] > other[time]) - Number(one[time] < other[time]),
  );
  const learned = Math.floor(learnedShare * rows.length);
  const step = Math.ceil(learned / mostLearned);
  return {
    name,
    ...known[name],
    learned: rows.slice(0, learned).filter((_, place) => place % step === 0),
    quiet: rows.slice(learned),
    moved: [],
    fresh: [],
  };
}

/** Returns the rows of a table that have a truth, in a random order. */
function readRows(folder: string, name: string): Row[] {
  const { columns, rowCount } = readCsv(readFileSync(`${folder}/${name}.csv`, 'utf8'));
  return Array.from(shuffle(rowNumbers(rowCount), createRandom(33)), (row) =>
    Object.fromEntries(
      columns.map((column) => [
        column.name,
        column.type === 'text' && column.codes[row] >= 0 ? column.dictionary[column.codes[row]] : '',
      ]),
    ),
  ).filter((row) => row[known[name].target] !== '');
}

/** Draws moved rows, with replacement. */
export function drawer({ moved }: Subject, seed: number): (count: number) => Row[] {
  const random = createRandom(seed);
  return (count) => Array.from({ length: count }, () => ({ ...moved[Math.floor(random() * moved.length)] }));
}

/** How inputs move on a day. */
export const shifts = {
  /** The numbers of one column are a third larger, with as many decimals as before. */
  mean: ({ number }: Subject, rows: readonly Row[]): Row[] => {
    const moved = (cell: string) => (1.33 * Number(cell)).toFixed(cell.split('.')[1]?.length ?? 0);
    return rows.map((row) => ({ ...row, [number]: row[number] === '' ? '' : moved(row[number]) }));
  },
  /** Each third row has the same category. */
  category: ({ category, learned }: Subject, rows: readonly Row[]): Row[] => {
    const value = learned.find((row) => row[category] !== '')?.[category] ?? '';
    return rows.map((row, place) => ({ ...row, [category]: place % 3 === 0 ? value : row[category] }));
  },
  /** Each third row lacks a number. */
  missing: ({ number }: Subject, rows: readonly Row[]): Row[] =>
    rows.map((row, place) => ({ ...row, [number]: place % 3 === 0 ? '' : row[number] })),
};
export type Shift = keyof typeof shifts;
export const shiftNames = Object.keys(shifts) as Shift[];

/** A relation that changed: numbers are larger by a third of their usual size, rows above the median have another class. */
export function moveTruths({ target, isClass, number, learned }: Subject, rows: readonly Row[]): Row[] {
  if (isClass) {
    const classes = [...new Set(learned.map((row) => row[target]))];
    const middle = medianOf(learned.map((row) => Number(row[number])));
    const other = (row: Row) => classes.find((one) => one !== row[target])!;
    return rows.map((row) => ({ ...row, [target]: Number(row[number]) > middle ? other(row) : row[target] }));
  }
  const more = medianOf(learned.map((row) => Math.abs(Number(row[target])))) / 3;
  return rows.map((row) => ({ ...row, [target]: String(Math.round(Number(row[target]) + more)) }));
}

function medianOf(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1];
}

export function toCsv(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0]);
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return `${[columns, ...rows.map((row) => columns.map((column) => row[column]))]
    .map((cells) => cells.map(cell).join(','))
    .join('\n')}\n`;
}
