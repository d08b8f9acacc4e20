import { readFileSync } from 'node:fs';
import { createRandom, rowNumbers, shuffle } from '@sibyl/engine/random.ts';
import { readCsv } from '../accuracy/csv.ts';

export type Row = Record<string, string>;

/** A real table that is cut into rows to learn from and rows that are asked later. */
export interface Subject {
  name: string;
  target: string;
  isClass: boolean;
  /** The column of numbers that is shifted. */
  shifted: string;
  learned: Row[];
  later: Row[];
}

const known: Record<string, Pick<Subject, 'target' | 'isClass' | 'shifted'>> = {
  adult: { target: 'class', isClass: true, shifted: 'hours-per-week' },
  attrition: { target: 'Attrition', isClass: true, shifted: 'Age' },
  ames: { target: 'Sale_Price', isClass: false, shifted: 'Gr_Liv_Area' },
  diamonds: { target: 'price', isClass: false, shifted: 'carat' },
  flights: { target: 'arr_delay', isClass: false, shifted: 'distance' },
  home_rentals: { target: 'rental_price', isClass: false, shifted: 'sqft' },
  us_health_insurance: { target: 'charges', isClass: false, shifted: 'bmi' },
};

export const subjectNames = Object.keys(known);

const mostRows = 12_000;

/** Reads a table; its rows are dealt at random, so that later rows are like those to learn from. */
export function readSubject(folder: string, name: string): Subject {
  const { columns, rowCount } = readCsv(readFileSync(`${folder}/${name}.csv`, 'utf8'));
  const order = shuffle(rowNumbers(rowCount), createRandom(33)).slice(0, mostRows);
  const rows = Array.from(order, (row) =>
    Object.fromEntries(
      columns.map((column) => [
        column.name,
        column.type === 'text' && column.codes[row] >= 0 ? column.dictionary[column.codes[row]] : '',
      ]),
    ),
  );
  const half = Math.floor(rows.length / 2);
  return { name, ...known[name], learned: rows.slice(0, half), later: rows.slice(half) };
}

/** Draws rows with replacement. */
export function drawer({ later }: Subject, seed: number): (count: number) => Row[] {
  const random = createRandom(seed);
  return (count) => Array.from({ length: count }, () => ({ ...later[Math.floor(random() * later.length)] }));
}

/** Inputs that moved: the numbers of one column are a third larger, with as many decimals as before. */
export function moveInputs({ shifted }: Subject, rows: readonly Row[]): Row[] {
  const moved = (cell: string) => (1.33 * Number(cell)).toFixed(cell.split('.')[1]?.length ?? 0);
  return rows.map((row) => ({ ...row, [shifted]: row[shifted] === '' ? '' : moved(row[shifted]) }));
}

/** A relation that changed: numbers are larger by a third of their usual size, each third class is another one. */
export function moveTruths({ target, isClass, learned }: Subject, rows: readonly Row[]): Row[] {
  if (isClass) {
    const classes = [...new Set(learned.map((row) => row[target]))];
    return rows.map((row, place) => ({
      ...row,
      [target]: place % 3 === 0 ? classes.find((one) => one !== row[target])! : row[target],
    }));
  }
  const sizes = learned.map((row) => Math.abs(Number(row[target]))).sort((a, b) => a - b);
  const more = sizes[sizes.length >> 1] / 3;
  return rows.map((row) => ({ ...row, [target]: String(Math.round(Number(row[target]) + more)) }));
}

export function toCsv(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0]);
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return `${[columns, ...rows.map((row) => columns.map((column) => row[column]))]
    .map((cells) => cells.map(cell).join(','))
    .join('\n')}\n`;
}
