import { createRandom } from '@sibyl/engine/random.ts';

/** A generated export file and the meaning of its cells. */
export interface GeneratedFile {
  text: string;
  rows: Record<string, string | number | boolean | null>[];
}

type Value = string | number | boolean | null;

interface Style {
  delimiter: string;
  decimal: '.' | ',';
  group: string;
  order: 'ymd' | 'dmy' | 'mdy';
  mark: string;
  newline: string;
  blank: string;
}

const words = ['none', 'NA', 'mild', 'Málaga', 'New York', 'null', "d'Or", 'a "b"', '7b', 'x;y,z', 'true story'];

/** Generates a file; delimiter, decimal mark, digit groups, date format, blanks and line ends depend on the seed. */
export function generateFile(seed: number): GeneratedFile {
  const random = createRandom(seed + 77);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)];
  const decimal = pick(['.', ','] as const);
  const style: Style = {
    delimiter: pick(decimal === ',' ? [';', '\t', '|'] : [',', ';', '\t', '|']),
    decimal,
    group: pick(['', ' ', '\u00a0', decimal === '.' ? ',' : '.']),
    order: pick(['ymd', 'dmy', 'mdy'] as const),
    mark: pick(['/', '-']),
    newline: pick(['\n', '\r\n']),
    blank: pick(['', 'NA', '-', 'n/a']),
  };
  const count = 30 + Math.floor(random() * 60);
  const rows = Array.from({ length: count }, (_, row): Record<string, Value> => {
    const isBlank = row > 1 && random() < 0.1;
    return {
      count: Math.floor(random() * 500),
      price: isBlank ? null : (100_000 + Math.floor(random() * 4e8)) / 100,
      rate: Math.floor(random() * 1e6) / 1000,
      day: `2021-${pad(1 + Math.floor(random() * 12))}-${pad(row === 0 ? 25 : 1 + Math.floor(random() * 28))}`,
      flag: random() < 0.5,
      word: random() < 0.1 ? null : pick(words),
      code: `0${Math.floor(random() * 900)}`,
    };
  });
  const lines = rows.map((row) => Object.entries(row).map(([name, value]) => quote(write(name, value, style), style)));
  const header = Object.keys(rows[0]);
  return { text: [header, ...lines].map((cells) => cells.join(style.delimiter)).join(style.newline), rows };
}

function pad(part: number): string {
  return String(part).padStart(2, '0');
}

function write(name: string, value: Value, { decimal, group, order, mark, blank }: Style): string {
  if (value === null) return name === 'price' ? blank : '';
  if (name === 'day') {
    const [year, month, day] = String(value).split('-');
    const parts = { ymd: [year, month, day], dmy: [day, month, year], mdy: [month, day, year] };
    return parts[order].join(order === 'ymd' ? '-' : mark);
  }
  if (name === 'count' || typeof value !== 'number') return String(value);
  const [whole, fraction] = value.toFixed(name === 'price' ? 2 : 3).split('.');
  const grouped = name === 'price' ? whole.replace(/\B(?=(\d{3})+$)/g, group) : whole;
  return `${grouped}${decimal}${fraction}`;
}

function quote(cell: string, { delimiter }: Style): string {
  return cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
