import { isBesideWords, type Odd, rowsOf, withWords } from './beside-words.ts';
import type { Decision, Hints, Requested } from './decision.ts';
import { likelyDecimal, noteDoubtful } from './doubtful-marks.ts';
import { findCodes, noteExponents } from './exponents.ts';
import { areLongAmongFractions, noteLostDigits } from './lost-digits.ts';
import type { Measures } from './measured.ts';
import { clearDecimal, detectMeasures } from './measures.ts';
import { nameSome, note, type ReadingNote } from './notes.ts';
import { createCellParser } from './parse-cell.ts';
import type { Reading } from './reading.ts';
import { type NumberTally, type SeenCell, tallyNumbers } from './tally.ts';
import { findShape } from './time-columns.ts';
import { areOpenRanges, noteTrailingMinus } from './trailing-minus.ts';

/** Fewer different cells with units are not enough to be sure that these are measures. */
const fewestMeasured = 10;

/** Decides that a column is numbers; undefined when it is not. */
export function asNumbers(cells: readonly SeenCell[], requested: Requested, hints: Hints): Decision | undefined {
  const isRequested = requested.type !== undefined;
  const tally = tallyNumbers(cells, isRequested);
  if (tally && !isRequested && (findCodes(tally).length > 0 || areOpenRanges(cells))) return undefined;
  const plain = tally && decidePlain(tally, cells, requested, hints);
  if (plain && (tally.odd.length === 0 || areLongAmongFractions(tally))) return plain;
  if (plain && isBesideWords(tally, cells)) return withWords(plain, tally.odd);
  return decideMeasured(cells, requested, hints) ?? (isRequested ? plain : undefined);
}

function decidePlain(
  tally: NumberTally,
  cells: readonly SeenCell[],
  requested: Requested,
  hints: Hints,
): Decision | undefined {
  const { isInteger, pointOnly, commaOnly, doubtfulComma, doubtfulPoint } = tally;
  if (requested.decimal === ',' && pointOnly > 0 && requested.type === undefined) return undefined;
  if (requested.decimal === '.' && commaOnly > 0 && requested.type === undefined) return undefined;
  const isMixed = requested.decimal === undefined && pointOnly > 0 && commaOnly > 0;
  if (isMixed && doubtfulComma > 0) return undefined;
  const clear = pointOnly > 0 ? '.' : commaOnly > 0 ? ',' : undefined;
  const isDoubtful = clear === undefined && requested.decimal === undefined && doubtfulComma + doubtfulPoint > 0;
  const likely = isDoubtful ? likelyDecimal(cells, tally, hints) : undefined;
  const decimal =
    requested.decimal ??
    (isMixed ? 'either' : (clear ?? hints.decimal ?? likely ?? (requested.isShare ? 'either' : '.')));
  const units = unitsIn(tally);
  return {
    reading: {
      type: isInteger && !requested.isShare ? 'integer' : 'number',
      blanks: requested.blanks ?? [],
      ...marksOf(decimal),
      ...(requested.isShare ? { shares: true } : units.length === 1 ? { unit: units[0] } : {}),
    },
    notes: [
      ...(isDoubtful ? noteDoubtful(cells, decimal, tally, hints) : []),
      ...noteDress(tally, units),
      ...(requested.isShare ? [noteShares(cells)] : []),
      ...(isInteger && requested.type !== 'number' ? [] : noteLostDigits(cells)),
      ...(requested.type === undefined ? noteForms(tally, cells) : []),
    ],
    clear: isMixed || clear === undefined ? {} : { decimal: clear },
    open: isDoubtful ? 'decimal' : undefined,
    isMarkless: clear === undefined && !isDoubtful,
  };
}

function noteShares(cells: readonly SeenCell[]): ReadingNote {
  const detail = `cells in a format of percentages are fractions of 1, as the workbook stores them: "50%" is 0.5, and "${cells[0].text}" stays as it is`;
  return note('read_as_shares', detail);
}

function unitsIn({ dress }: NumberTally): string[] {
  return [...dress.keys()].filter((unit) => unit !== '');
}

function noteDress({ dress }: NumberTally, units: readonly string[]): ReadingNote[] {
  const isMixed = units.length > 1 || (units[0] === '%' && (dress.get('') ?? 0) > 0);
  if (!isMixed) return [];
  const and = dress.has('') ? ' and in none' : '';
  return [note('mixed_units', `cells are in ${nameSome(units)}${and}; all are read as numbers alike`)];
}

function noteForms(tally: NumberTally, cells: readonly SeenCell[]): ReadingNote[] {
  return tally.isInteger ? noteMaybeTimes(cells) : [...noteTrailingMinus(cells), ...noteExponents(tally)];
}

function marksOf(decimal: NonNullable<Reading['decimal']>): Pick<Reading, 'decimal' | 'group'> {
  return decimal === 'either' ? { decimal } : { decimal, group: decimal === '.' ? ',' : '.' };
}

const fewestTimes = { yyyymmdd: 2, yyyymm: 5 };

/** Notes that `20240521` is read as a number unless the name of the column or the sender says that it is a date. */
function noteMaybeTimes(cells: readonly SeenCell[]): ReadingNote[] {
  if (cells.some(({ isTyped }) => isTyped)) return [];
  const shape = (['yyyymmdd', 'yyyymm'] as const).find((one) => findShape(cells, [one]));
  if (!shape || cells.length < fewestTimes[shape]) return [];
  const what = shape === 'yyyymm' ? 'months' : 'days';
  return [
    note(
      'maybe_dates',
      `cells such as "${cells[0].text}" are read as numbers; set the type to \`date\` if they are ${what}`,
    ),
  ];
}

function decideMeasured(cells: readonly SeenCell[], requested: Requested, hints: Hints): Decision | undefined {
  const found = tallyMeasured(cells, requested, hints);
  if (!found) return undefined;
  const { measures, reading, tally } = found;
  if (cells.length < fewestMeasured && requested.type === undefined && !measures.isSure) return undefined;
  const { odd } = tally;
  if (odd.length > 0 && !isBesideWords(tally, cells)) return undefined;
  const { notes, ...marks } = marksIn(measures, cells, requested, hints);
  return withWords({ reading, notes: [...measures.notes, ...notes, ...noteLostDigits(cells)], ...marks }, odd);
}

/** Returns whether a column is text only because its cells with units, such as `5 kg`, are few. */
export function isFewMeasured(cells: readonly SeenCell[], requested: Requested, hints: Hints): boolean {
  const tally = cells.length < 2 ? undefined : tallyMeasured(cells, requested, hints)?.tally;
  return tally !== undefined && (tally.odd.length === 0 || isBesideWords(tally, cells));
}

/** Returns the cells that do not fit among many numbers with units. */
export function oddMeasures(cells: readonly SeenCell[], requested: Requested, hints: Hints): Odd | undefined {
  return cells.length < fewestMeasured ? undefined : tallyMeasured(cells, requested, hints)?.tally;
}

/** Reads cells as numbers with units, and counts those that do not fit. */
function tallyMeasured(cells: readonly SeenCell[], requested: Requested, hints: Hints) {
  const measures = detectMeasures(cells, requested, hints);
  if (!measures) return undefined;
  const reading: Reading = { type: 'number', blanks: requested.blanks ?? [], ...measures.reading };
  const parse = createCellParser(reading);
  const odd = cells.filter(({ text }) => Number.isNaN(parse(text)));
  return { measures, reading, tally: { odd, oddRows: rowsOf(odd), rows: rowsOf(cells) } };
}

/** What numbers with units prove or leave open of the decimal mark: `1.200 MB` follows the other columns. */
function marksIn(
  { numbers, reading: { decimal = '.' } }: Measures,
  cells: readonly SeenCell[],
  requested: Requested,
  hints: Hints,
): Pick<Decision, 'notes' | 'clear' | 'open' | 'isMarkless'> {
  if (!numbers || requested.decimal !== undefined) return { notes: [], clear: {}, open: undefined };
  const clear = clearDecimal(numbers);
  if (clear)
    return {
      notes: [],
      clear: numbers.pointOnly > 0 && numbers.commaOnly > 0 ? {} : { decimal: clear },
      open: undefined,
    };
  const isDoubtful = numbers.doubtfulComma + numbers.doubtfulPoint > 0;
  if (!isDoubtful) return { notes: [], clear: {}, open: undefined, isMarkless: true };
  return { notes: noteDoubtful(cells, decimal, numbers, hints), clear: {}, open: 'decimal' };
}
