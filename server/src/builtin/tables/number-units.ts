import type { ColumnSummary } from '../grounding.ts';
import { wordsOfName } from '../words/tokens.ts';
import { giveUp } from './choices.ts';
import type { Bound } from './number-bounds.ts';
import type { Sentence } from './sentence.ts';

/** Units of each kind, by how many of the first they are. */
const kinds: readonly Readonly<Record<string, number>>[] = [
  { s: 1, sec: 1, second: 1, min: 60, mins: 60, minute: 60, h: 3600, hr: 3600, hour: 3600 },
  {
    mg: 0.001,
    g: 1,
    gram: 1,
    kg: 1000,
    kilo: 1000,
    kilogram: 1000,
    tonne: 1e6,
    lb: 453.592,
    lbs: 453.592,
    oz: 28.3495,
    ounce: 28.3495,
  },
  {
    mm: 0.001,
    millimetre: 0.001,
    millimeter: 0.001,
    cm: 0.01,
    centimetre: 0.01,
    centimeter: 0.01,
    m: 1,
    metre: 1,
    meter: 1,
    km: 1000,
    kilometre: 1000,
    kilometer: 1000,
    inch: 0.0254,
    ft: 0.3048,
    foot: 0.3048,
    yard: 0.9144,
    mile: 1609.344,
  },
  { month: 1, year: 12 },
  { m2: 1, sqm: 1, sqft: 0.092903, acre: 4046.86, ha: 10_000, hectare: 10_000, km2: 1e6 },
];

/** A column of distances is meant by miles before one that tells no unit. */
const costOfUntold = 0.8;

/** "Longer than 2 hours" of a column in minutes is 120. A unit that a column tells nothing of is said to be left out. */
export function convertUnit(sentence: Sentence, { test, end, unit }: Bound, column: ColumnSummary): void {
  const { vocabulary } = sentence.context;
  const text = unit ?? sentence.items[end]?.text ?? '';
  const kind = kinds.find((units) => Object.hasOwn(units, vocabulary.singular(text)));
  if (!kind) return;
  const words = wordsOfName(column.name).map(vocabulary.singular);
  const alike = words.find((word) => Object.hasOwn(kind, word));
  if (isCalendar(kind)) preferOfRows(sentence, column, kind);
  if (isCalendar(kind) && alike === undefined) return;
  if (unit === undefined) sentence.use(end);
  if (alike === undefined) {
    const isOther = kinds.some((units) => Object.hasOwn(units, words.at(-1) ?? ''));
    if (kind === kinds[0] || isOther || isOutside(test, column)) giveUp();
    // The column that the unit itself names needs no other unit
    if (sentence.column(end) === column) return;
    sentence.cost += costOfUntold;
    sentence.dropped.push(text);
    return;
  }
  const factor = kind[vocabulary.singular(text)] / kind[alike];
  const scale = (value: unknown) => Number((Number(value) * factor).toPrecision(12));
  if (test.test === 'compare') test.value = scale(test.value);
  else if (test.test === 'between') Object.assign(test, { low: scale(test.low), high: scale(test.high) });
  else test.values = test.values.map(scale);
}

/**
 * "Less than 15 thousand" of prices in thousands, "a discount of 20 %" of shares: a number far beyond a column is taken
 * in the unit in which the column reaches it; as an exact value of no unit it is no value of that column.
 */
export function fitScale({ test }: Bound, { type, min, max }: ColumnSummary): void {
  if (test.test !== 'compare' || typeof min !== 'number' || typeof max !== 'number') return;
  const value = Number(test.value);
  if (value > max) {
    const isShare = min >= 0 && max <= 1 && value <= 100;
    // Whole numbers are counts, which are told in ones
    const scales = type !== 'number' ? [] : isShare ? [100] : value > mostBeyond * max ? [1e3, 1e6, 1e9] : [];
    const scale = scales.find((one) => value / one >= min && value / one <= max);
    if (scale !== undefined) test.value = Number((value / scale).toPrecision(12));
    else if (test.operator === '=' && value > farBeyond * max) giveUp();
  } else if (test.operator === '=' && min > 0 && value < min / 2) giveUp();
}

const mostBeyond = 50;
const farBeyond = 10;

function isCalendar(kind: Readonly<Record<string, number>>): boolean {
  return kind.year !== undefined;
}

/** "Loans of five years": rather `loan_months` than the years of something else. */
function preferOfRows(sentence: Sentence, column: ColumnSummary, kind: Readonly<Record<string, number>>): void {
  const { table, vocabulary } = sentence.context;
  const rows = sentence.items.flatMap((item) => (item.kind === 'table' ? [vocabulary.singular(item.text)] : []));
  const isOfRows = ({ name }: ColumnSummary) => {
    const words = wordsOfName(name).map(vocabulary.singular);
    return words.some((word) => rows.includes(word)) && words.some((word) => Object.hasOwn(kind, word));
  };
  if (!isOfRows(column) && table.columns.some(isOfRows)) sentence.cost += costOfOther;
}

const costOfOther = 0.1;

/** 1.5 kg of weights from 4 to 280 are rather grams. */
function isOutside(test: Bound['test'], { min, max }: ColumnSummary): boolean {
  if (typeof min !== 'number' || typeof max !== 'number') return false;
  const values = test.test === 'between' ? [test.low, test.high] : test.test === 'compare' ? [test.value] : test.values;
  return values.every((value) => Number(value) < min || Number(value) > max);
}
