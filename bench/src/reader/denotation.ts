/** Compares what a reading gives with the answer of a person, as the evaluator of WikiTableQuestions does. */

/** A text in each way that it may be meant: as it is, as a number, as a day. */
type Keys = readonly string[];

export function keysOfTarget(answer: string): Keys[] {
  return answer.split('|').map((one) => keysOf(one.trim()));
}

/** Whether the cells are the wanted ones, in any order. */
export function isRight(cells: readonly unknown[], target: readonly Keys[]): boolean {
  if (cells.length !== target.length) return false;
  const own = cells.map(keysOf);
  return target.every((wanted) => own.some((keys) => keys.some((key) => wanted.includes(key))));
}

/** Whether so many rows hold all wanted cells: as many of each row. */
export function isWithin(target: readonly Keys[], cells: readonly unknown[], rows: number): boolean {
  if (rows === 0 || target.length % rows !== 0) return false;
  const own = new Set(cells.flatMap(keysOf));
  return target.every((wanted) => wanted.some((key) => own.has(key)));
}

const kept = new Map<unknown, Keys>();

function keysOf(cell: unknown): Keys {
  if (typeof cell === 'number') return [`n${rounded(cell)}`];
  const known = kept.get(cell);
  if (known) return known;
  const keys = read(String(cell));
  if (kept.size > 200_000) kept.clear();
  kept.set(cell, keys);
  return keys;
}

const rounded = (value: number) => String(Math.round(value * 1e6) / 1e6);

function read(text: string): Keys {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain
    .replaceAll(/["“”'‘’]|\[[^\]]*\]/g, '')
    .replaceAll(/[‐‑–—−]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const number = Number(words.replaceAll(/[,%$£€]/g, '').trim());
  const day = dayOf(words);
  return [
    `t${words}`,
    ...(words !== '' && !Number.isNaN(number) ? [`n${rounded(number)}`] : []),
    ...(day ? [day] : []),
  ];
}

const months = 'january february march april may june july august september october november december'.split(' ');

function dayOf(text: string): string | undefined {
  const iso = /^(\d{4})-(\d\d?)-(\d\d?)/.exec(text);
  if (iso) return `d${Number(iso[1])}-${Number(iso[2])}-${Number(iso[3])}`;
  const american = /^(\d\d?)\/(\d\d?)\/(\d{4})$/.exec(text);
  if (american) return `d${Number(american[3])}-${Number(american[1])}-${Number(american[2])}`;
  const month =
    months.findIndex((name) => text.includes(name) || new RegExp(`\\b${name.slice(0, 3)}\\b`).test(text)) + 1;
  const year = /\b(1\d|20)\d\d\b/.exec(text)?.[0];
  const day = /\b(\d\d?)(?:st|nd|rd|th)?\b/.exec(text)?.[1];
  return month > 0 && year ? `d${year}-${month}-${Number(day ?? 1)}` : undefined;
}
