import type { Unit } from './reading.ts';

/** The units of a column's numbers. */
export interface Units {
  list: readonly Unit[];
  isCompound: boolean;
}

/** Units that may be mixed in one column. Factors are relative to the first of each family. */
const families: readonly Readonly<Record<string, number>>[] = [
  {
    k: 1e3,
    thousand: 1e3,
    tsd: 1e3,
    m: 1e6,
    mn: 1e6,
    mio: 1e6,
    mln: 1e6,
    million: 1e6,
    b: 1e9,
    bn: 1e9,
    mrd: 1e9,
    mld: 1e9,
    billion: 1e9,
  },
  {
    s: 1,
    sec: 1,
    second: 1,
    ms: 1e-3,
    m: 60,
    min: 60,
    minute: 60,
    h: 3600,
    hr: 3600,
    hour: 3600,
    d: 86_400,
    day: 86_400,
    w: 604_800,
    week: 604_800,
    month: 2_629_800,
    y: 31_557_600,
    yr: 31_557_600,
    year: 31_557_600,
  },
  { m: 1, mm: 1e-3, cm: 1e-2, km: 1e3, ft: 0.3048, in: 0.0254, mi: 1609.344, mile: 1609.344, yd: 0.9144 },
  { g: 1, mg: 1e-3, kg: 1e3, t: 1e6, lb: 453.592_37, oz: 28.349_523_125 },
  { l: 1, ml: 1e-3, cl: 1e-2, dl: 0.1 },
  { b: 1, byte: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12, kib: 2 ** 10, mib: 2 ** 20, gib: 2 ** 30, tib: 2 ** 40 },
  { w: 1, kw: 1e3, mw: 1e6, gw: 1e9 },
];
const [magnitudes, times] = families;

/** A letter right behind a dash belongs to a code or a word: `4711-A`, `10-year`; behind a slash, to `€/m²`. */
const withUnit = /^([^\p{L}°µ]+)(?<![-\u2212\u2013/])((?:\p{Sc}\/)?[\p{L}°µ][\p{L}°µ/^.\s]{0,14}[23²³]?)(\p{Sc})?$/u;
const timePiece = /(\d+(?:[.,]\d+)?)\s*([a-z]{1,7})\.?[\s,]*/giy;

/** Normalises a unit: lower case, single spaces, no points, no plural s: `Years.` is `year`, `m/s` stays. */
function foldUnit(text: string): string {
  const folded = text.trim().toLowerCase().replaceAll('.', '').replace(/\s+/g, ' ');
  return folded.length > 2 ? folded.replace(/(?<=\p{L})s$/u, '') : folded;
}

/**
 * Splits `12 km` into the text of its number and its folded unit; undefined for other text. A currency behind `Mio.` is
 * that of the number.
 */
export function splitUnit(text: string): { digits: string; unit: string } | undefined {
  const match = withUnit.exec(text);
  // Digits are looked for apart: an expression for both takes the square of the length of a text.
  if (!match || !/\d/.test(match[1])) return undefined;
  const [digits, unit, currency] = [match[1].trim(), foldUnit(match[2]), match[3]];
  if (currency === undefined) return { digits, unit };
  return factorIn(magnitudes, unit) === undefined ? undefined : { digits: `${digits} ${currency}`, unit };
}

/** Returns how many a word such as `mio` stands for, where it is the only unit of a column. */
export function magnitudeOf(units: readonly Unit[]): number | undefined {
  return units.length === 1 ? factorIn(magnitudes, units[0].name) : undefined;
}

/** Returns the seconds of `1h 20m` or `2 days, 3 hours`; NaN for other text. */
export function parseDuration(text: string): number {
  let seconds = 0;
  timePiece.lastIndex = 0;
  while (timePiece.lastIndex < text.length) {
    const piece = timePiece.exec(text);
    const factor = piece ? factorIn(times, foldUnit(piece[2])) : undefined;
    if (!piece || factor === undefined) return Number.NaN;
    seconds += Number(piece[1].replace(',', '.')) * factor;
  }
  return seconds;
}

/** Least share of cells with these units for a column to be read in units. */
const enough = 0.95;

/**
 * Returns the units of a column's distinct cells, null where it has none; `isNumber` says which digits are a number.
 */
export function detectUnits(texts: readonly string[], isNumber: (digits: string) => boolean): Units | null {
  const counts = new Map<string, number>();
  let [measured, bare, compound] = [0, 0, 0];
  const [marked, unmarked]: [string[], string[]] = [[], []];
  for (const text of texts) {
    const split = splitUnit(text);
    if (split && isNumber(split.digits)) {
      counts.set(split.unit, (counts.get(split.unit) ?? 0) + 1);
      measured += 1;
      marked.push(split.digits);
    } else if (isNumber(text)) bare = unmarked.push(text);
    else if (!Number.isNaN(parseDuration(text))) compound += 1;
  }
  if (areDebits(texts)) return null;
  if (compound > 0) return 2 * (compound + countIn(times, counts)) > texts.length ? unitsOf(times, true) : null;
  if (measured > 1 && countIn(magnitudes, counts) === measured && (bare > 0 || counts.size > 1)) {
    // Statistical offices mark a break in a series by `b`: such numbers are as large as those without a mark.
    const mayBeMarks = counts.size === 1 && (counts.has('b') || counts.has('m'));
    return mayBeMarks && sizeOf(unmarked) < leastRatio * sizeOf(marked) ? null : unitsOf(magnitudes, false);
  }
  if (measured <= bare) return null;
  const whole = counts.size === 1 ? undefined : families.find((one) => countIn(one, counts) === measured);
  if (whole) return unitsOf(whole, false);
  const [name, most] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best));
  if (most >= enough * measured) return { list: [{ name, factor: 1 }], isCompound: false };
  const family = families.find((one) => countIn(one, counts) >= enough * measured);
  return family ? unitsOf(family, false) : null;
}

/** Numbers beside shortened ones such as `3.4 b` are at least so many times as large in figures. */
const leastRatio = 10;

/** The median of what figures show, without their unit. */
function sizeOf(texts: readonly string[]): number {
  const sizes = texts.map((text) => Math.abs(Number(text.replace(/[^\d.]/g, '')) || 0)).sort((a, b) => a - b);
  return sizes[sizes.length >> 1] ?? 0;
}

/** `12,50 S` and `9,00 H` are debit and credit of German accounts, no seconds and hours. */
function areDebits(texts: readonly string[]): boolean {
  const ends = new Set(texts.map((text) => text.at(-1) ?? ''));
  return ends.has('S') && ends.has('H') && [...ends].every((end) => /[SH\d]/.test(end));
}

function countIn(family: Readonly<Record<string, number>>, counts: ReadonlyMap<string, number>): number {
  return [...counts].reduce((sum, [name, count]) => sum + (factorIn(family, name) === undefined ? 0 : count), 0);
}

function factorIn(family: Readonly<Record<string, number>>, name: string): number | undefined {
  return Object.hasOwn(family, name) ? family[name] : undefined;
}

/** Returns all units of the family, so that later cells may use units that training did not see. */
function unitsOf(family: Readonly<Record<string, number>>, isCompound: boolean): Units {
  return { list: Object.entries(family).map(([name, factor]) => ({ name, factor })), isCompound };
}
