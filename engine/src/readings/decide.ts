import { isUsualBlank } from './blank.ts';
import { parseBoolean } from './booleans.ts';
import { parseDate } from './dates.ts';
import { fold } from './fold.ts';
import { isJson } from './json.ts';
import { clearDecimal, detectMeasures, type Measures } from './measures.ts';
import { noteNines } from './nines.ts';
import { countCells, nameSome, note, type ReadingNote } from './notes.ts';
import { createCellParser } from './parse-cell.ts';
import { type CellType, isNumeric, plainBooleans, type Reading, usualReading } from './reading.ts';
import { type DateTally, type NumberTally, type SeenCell, tallyDates, tallyNumbers } from './tally.ts';

/** Options of the sender for a column, or for all columns of its file. */
export interface Requested {
  type?: CellType;
  decimal?: '.' | ',';
  dateOrder?: 'dmy' | 'mdy';
  /** Folded words that mean "no value". */
  blanks?: readonly string[];
}

/** Facts that other columns of the file prove. */
export interface Hints extends Pick<Requested, 'decimal' | 'dateOrder'> {
  /** The decimal mark that the file format suggests: with semicolons as delimiter it is probably a comma. */
  likelyDecimal?: ',';
}

export interface Decision {
  reading: Reading;
  notes: ReadingNote[];
  /** Facts that this column proves, for columns that leave them open. */
  clear: Hints;
  /** The fact that this column leaves open. */
  open: 'decimal' | 'dateOrder' | undefined;
}

/** Limits for words to count as "no value": few words without a digit, beside many different numbers. */
const mostWords = 5;
const fewestBeside = 10;
/**
 * When at most this share of cells does not fit, a note says that the column is text because of them; of few cells more
 * may be odd, because one word is a great share of them, and of dates, which are rarely anything else.
 */
const [fewOdd, fewOddOfFew, fewOddDates] = [0.1, 1 / 3, 0.4];
const fewCells = 20;

/** Decides how the cells of a column are read. Every cell must fit; otherwise the column is text. */
export function decideReading(seen: readonly SeenCell[], requested: Requested = {}, hints: Hints = {}): Decision {
  const { type, blanks = [] } = requested;
  const cells = seen.filter(({ text }) => !isUsualBlank(text) && !blanks.includes(fold(text)));
  const settled = (reading: Reading): Decision => ({ reading, notes: [], clear: {}, open: undefined });
  if (type === 'text' || type === 'json' || type === 'boolean') return settled(usualReading(type, blanks));
  if (type !== undefined) {
    const wanted = isNumeric({ type, blanks }) ? asNumbers(cells, requested, hints) : asDates(cells, requested, hints);
    return wanted ? { ...wanted, reading: { ...wanted.reading, type } } : settled(usualReading(type, blanks));
  }
  if (cells.length === 0) return settled(usualReading('text', blanks));
  if (areAll(cells, isPlainBoolean)) return settled(usualReading('boolean', blanks));
  const found = asNumbers(cells, requested, hints) ?? asDates(cells, requested, hints);
  if (found) return { ...found, notes: [...found.notes, ...noteNines(cells, found.reading)] };
  // In JSON only empty cells are blank.
  const filled = seen.filter(({ text }) => !blanks.includes(fold(text)));
  if (areAll(filled, ({ text, isTyped }) => !isTyped && isJson(text))) return settled(usualReading('json', blanks));
  const openDates = noteOpenDates(cells);
  const open = openDates.length > 0 ? 'dateOrder' : undefined;
  return {
    ...settled(usualReading('text', blanks)),
    notes: [...noteAlmost(cells, requested, hints), ...openDates, ...noteKept(filled)],
    open,
  };
}

function areAll(cells: readonly SeenCell[], test: (cell: SeenCell) => boolean): boolean {
  return cells.every(test);
}

/**
 * Returns whether a cell is a plain boolean; `yes` and `no` are not, because answers should use the sender's own words.
 */
function isPlainBoolean({ text }: SeenCell): boolean {
  return text.length <= 10 && !Number.isNaN(parseBoolean(text, plainBooleans));
}

function asNumbers(cells: readonly SeenCell[], requested: Requested, hints: Hints): Decision | undefined {
  const isRequested = requested.type !== undefined;
  const tally = tallyNumbers(cells, isRequested);
  const plain = tally && decidePlain(tally, cells, requested, hints);
  if (plain && (tally.odd.length === 0 || isBesideWords(tally, cells))) return withWords(plain, tally.odd);
  const measured = cells.length >= fewestBeside || isRequested ? decideMeasured(cells, requested, hints) : undefined;
  return measured ?? (isRequested ? plain : undefined);
}

function decidePlain(
  { isInteger, pointOnly, commaOnly, doubtfulComma, doubtfulPoint, dress }: NumberTally,
  cells: readonly SeenCell[],
  requested: Requested,
  hints: Hints,
): Decision | undefined {
  if (requested.decimal === ',' && pointOnly > 0 && requested.type === undefined) return undefined;
  if (requested.decimal === '.' && commaOnly > 0 && requested.type === undefined) return undefined;
  const isMixed = requested.decimal === undefined && pointOnly > 0 && commaOnly > 0;
  if (isMixed && doubtfulComma > 0) return undefined;
  const clear = pointOnly > 0 ? '.' : commaOnly > 0 ? ',' : undefined;
  const likely = doubtfulComma > 0 ? hints.likelyDecimal : undefined;
  const decimal = requested.decimal ?? (isMixed ? 'either' : (clear ?? hints.decimal ?? likely ?? '.'));
  const isDoubtful = clear === undefined && requested.decimal === undefined && doubtfulComma + doubtfulPoint > 0;
  const { blanks = [] } = requested;
  const type = isInteger ? 'integer' : 'number';
  const marks = marksOf(decimal);
  const units = [...dress.keys()].filter((unit) => unit !== '');
  const unit = units.length === 1 ? { unit: units[0] } : {};
  const notes = [
    ...(isDoubtful ? noteDoubtfulNumbers(cells, decimal, doubtfulComma > 0, hints) : []),
    ...(units.length > 1 || (units[0] === '%' && (dress.get('') ?? 0) > 0)
      ? [
          note(
            'mixed_units',
            `cells are in ${nameSome(units)}${dress.has('') ? ' and in none' : ''}; all are read as numbers alike`,
          ),
        ]
      : []),
  ];
  if (requested.type === undefined) notes.push(...(isInteger ? noteCompactDates(cells) : noteTrailingMinus(cells)));
  return {
    reading: { type, blanks, ...marks, ...unit },
    notes,
    clear: isMixed || clear === undefined ? {} : { decimal: clear },
    open: isDoubtful ? 'decimal' : undefined,
  };
}

function marksOf(decimal: NonNullable<Reading['decimal']>): Pick<Reading, 'decimal' | 'group'> {
  return decimal === 'either' ? { decimal } : { decimal, group: decimal === '.' ? ',' : '.' };
}

function noteDoubtfulNumbers(
  cells: readonly SeenCell[],
  decimal: string,
  hasComma: boolean,
  hints: Hints,
): ReadingNote[] {
  const doubtful = cells.find(({ text }) => text.includes(hasComma ? ',' : '.'))?.text ?? '';
  if (hints.decimal === ',')
    return [
      note(
        'read_from_other_columns',
        `"${doubtful}" is read with a decimal comma, as in other columns; say \`decimal\` otherwise`,
      ),
    ];
  // Files with day-first dates are often of countries that part thousands by points.
  if (!hasComma && hints.likelyDecimal === undefined && hints.dateOrder !== 'dmy') return [];
  const mark = hasComma ? 'comma' : 'point';
  const meaning =
    hasComma && decimal === '.' ? 'as parting thousands; say `decimal=,`' : 'as the decimal mark; say `decimal`';
  return [note('ambiguous_numbers', `the ${mark} in cells such as "${doubtful}" is read ${meaning} otherwise`)];
}

function noteTrailingMinus(cells: readonly SeenCell[]): ReadingNote[] {
  const example = cells.find(({ text }) => text.endsWith('-'))?.text;
  if (example === undefined) return [];
  return [
    note('trailing_minus', `cells such as "${example}" are read as negative numbers; say the type \`text\` otherwise`),
  ];
}

const fewestDates = 2;

/** Notes that `20240521` is read as a number unless the sender says that it is a date. */
function noteCompactDates(cells: readonly SeenCell[]): ReadingNote[] {
  const isDate = ({ text, isTyped }: SeenCell) =>
    !isTyped && text.length === 8 && !Number.isNaN(parseDate(text, 'ymd'));
  if (cells.length < fewestDates || !areAll(cells, isDate)) return [];
  return [
    note('maybe_dates', `cells such as "${cells[0].text}" are read as numbers; say the type \`date\` if they are days`),
  ];
}

function decideMeasured(cells: readonly SeenCell[], requested: Requested, hints: Hints): Decision | undefined {
  const found = tallyMeasured(cells, requested, hints);
  if (!found) return undefined;
  const { measures, reading, tally } = found;
  const { odd } = tally;
  if (odd.length > 0 && !isBesideWords(tally, cells)) return undefined;
  const { notes, clear, open } = marksIn(measures, cells, requested, hints);
  return withWords({ reading, notes: [...measures.notes, ...notes], clear, open }, odd);
}

/** Reads cells as numbers with units, and counts those that do not fit. */
function tallyMeasured(cells: readonly SeenCell[], requested: Requested, hints: Hints) {
  const measures = detectMeasures(cells, requested.decimal, hints.decimal);
  if (!measures) return undefined;
  const reading: Reading = { type: 'number', blanks: requested.blanks ?? [], ...measures.reading };
  const parse = createCellParser(reading);
  const odd = cells.filter(({ text }) => Number.isNaN(parse(text)));
  const sum = (some: readonly SeenCell[]) => some.reduce((total, { count }) => total + count, 0);
  return { measures, reading, tally: { odd, oddRows: sum(odd), rows: sum(cells) } };
}

/** What numbers with units prove or leave open of the decimal mark: `1.200 MB` follows the other columns. */
function marksIn(
  { numbers, reading: { decimal = '.' } }: Measures,
  cells: readonly SeenCell[],
  requested: Requested,
  hints: Hints,
): Pick<Decision, 'notes' | 'clear' | 'open'> {
  if (!numbers || requested.decimal !== undefined) return { notes: [], clear: {}, open: undefined };
  const clear = clearDecimal(numbers);
  if (clear)
    return {
      notes: [],
      clear: numbers.pointOnly > 0 && numbers.commaOnly > 0 ? {} : { decimal: clear },
      open: undefined,
    };
  const isDoubtful = numbers.doubtfulComma + numbers.doubtfulPoint > 0;
  if (!isDoubtful) return { notes: [], clear: {}, open: undefined };
  return { notes: noteDoubtfulNumbers(cells, decimal, numbers.doubtfulComma > 0, hints), clear: {}, open: 'decimal' };
}

function asDates(cells: readonly SeenCell[], requested: Requested, hints: Hints): Decision | undefined {
  const isRequested = requested.type !== undefined;
  const tally = tallyDates(cells, isRequested);
  if (!tally) return undefined;
  if (tally.odd.length > 0 && !isRequested && !isBesideWords(tally, cells)) return undefined;
  const decided = decideOrder(tally, requested, hints);
  if (!decided) return undefined;
  const { order, isHinted } = decided;
  const notes = [
    ...(isHinted
      ? [
          note(
            'read_from_other_columns',
            `dates are read with the ${nameOrder(order)}, as in other columns; say \`date_order\` otherwise`,
          ),
        ]
      : []),
    ...(tally.hasShortYear ? [note('short_years', 'years of two digits are read as 1970 to 2069')] : []),
  ];
  const type = tally.hasClock ? 'datetime' : 'date';
  const dateOrder = order === 'ymd' || isHinted || requested.dateOrder ? {} : { dateOrder: order };
  const reading: Reading = { type, blanks: requested.blanks ?? [], date_order: order };
  return withWords({ reading, notes, clear: dateOrder, open: undefined }, isRequested ? [] : tally.odd);
}

function decideOrder({ ordered, dayFirstOnly, monthFirstOnly }: DateTally, requested: Requested, hints: Hints) {
  if (requested.dateOrder) {
    const strangers = requested.dateOrder === 'dmy' ? monthFirstOnly : dayFirstOnly;
    return strangers > 0 && requested.type === undefined ? undefined : { order: requested.dateOrder, isHinted: false };
  }
  if (ordered === 0) return { order: 'ymd' as const, isHinted: false };
  if (dayFirstOnly > 0 && monthFirstOnly > 0 && requested.type === undefined) return undefined;
  if (dayFirstOnly !== monthFirstOnly)
    return { order: dayFirstOnly > monthFirstOnly ? ('dmy' as const) : ('mdy' as const), isHinted: false };
  if (hints.dateOrder && dayFirstOnly === 0) return { order: hints.dateOrder, isHinted: true };
  return requested.type === undefined ? undefined : { order: 'ymd' as const, isHinted: false };
}

function nameOrder(order: string): string {
  return order === 'dmy' ? 'day first' : 'month first';
}

function isBesideWords({ odd, oddRows, rows }: Odd, cells: readonly SeenCell[]): boolean {
  const words = new Set(odd.map(({ text }) => fold(text)));
  const isFew = words.size <= mostWords && cells.length - odd.length >= fewestBeside && oddRows <= 0.4 * rows;
  return isFew && odd.every(({ text, isTyped }) => !isTyped && !/\d/.test(text) && text.length <= 40);
}

/** Decides with the cells that do not fit as words for "no value". */
function withWords(decision: Decision, odd: readonly SeenCell[]): Decision {
  if (odd.length === 0) return decision;
  const { reading, notes } = decision;
  const words = [...new Set(odd.map(({ text }) => fold(text)))];
  const rows = odd.reduce((sum, { count }) => sum + count, 0);
  const detail = `${nameSome(odd.map(({ text }) => text))} ${words.length > 1 ? 'are' : 'is'} read as no value (${countCells(rows)}); say the type \`text\` to keep ${words.length > 1 ? 'them' : 'it'}`;
  return {
    ...decision,
    reading: { ...reading, blanks: [...reading.blanks, ...words] },
    notes: [...notes, note('words_as_missing', detail)],
  };
}

/** Notes that a word such as `N/A` is a category in a text column; `none` and `missing` mostly are meant as one. */
function noteKept(cells: readonly SeenCell[]): ReadingNote[] {
  const words = cells.filter(({ text, isTyped }) => !isTyped && isUsualBlank(text) && !isMeantAsWord(text));
  if (words.length === 0) return [];
  const rows = words.reduce((sum, { count }) => sum + count, 0);
  const named = nameSome(words.map(({ text }) => text));
  const [are, them] = words.length > 1 ? ['are kept as words', 'them'] : ['is kept as a word', 'it'];
  const detail = `${named} ${are} (${countCells(rows)}); say ${them} in \`blanks\` to read ${them} as no value`;
  return [note('words_kept', detail)];
}

function isMeantAsWord(text: string): boolean {
  return ['', 'none', 'nil', 'missing'].includes(fold(text));
}

/** Notes that cells such as `5 kg` are text only because they are few; among many, few different ones are categories. */
function noteFewMeasured(cells: readonly SeenCell[], requested: Requested, hints: Hints): ReadingNote[] {
  const rows = cells.reduce((sum, { count }) => sum + count, 0);
  if (rows >= fewCells || cells.length < 2 || !decideMeasured(cells, requested, hints)) return [];
  const example = nameSome([cells[0].text]);
  return [
    note(
      'almost_numbers',
      `the column is text, since cells such as ${example} are few; say the type \`number\` to read them as numbers`,
    ),
  ];
}

/** Notes columns that are text because of a few cells, such as misspelt numbers or codes. */
function noteAlmost(cells: readonly SeenCell[], requested: Requested, hints: Hints): ReadingNote[] {
  const few = noteFewMeasured(cells, requested, hints);
  if (few.length > 0) return few;
  const numbers = tallyNumbers(cells);
  if (numbers && isAlmostWhole(numbers)) {
    if (numbers.odd.every(({ text }) => isCode(text))) return [noteCodes(numbers.odd[0].text)];
    return [noteOdd('almost_numbers', 'numbers', numbers)];
  }
  const dates = numbers ? undefined : tallyDates(cells);
  if (dates && isAlmostWhole(dates, fewOddDates)) return [noteOdd('almost_dates', 'dates', dates)];
  const measured = cells.length >= fewestBeside ? tallyMeasured(cells, requested, hints)?.tally : undefined;
  return measured && isAlmostWhole(measured) ? [noteOdd('almost_numbers', 'numbers', measured)] : [];
}

/** Cells that do not fit. */
type Odd = Pick<NumberTally, 'odd' | 'oddRows' | 'rows'>;

function isAlmostWhole({ oddRows, rows }: Odd, most = rows < fewCells ? fewOddOfFew : fewOdd): boolean {
  return oddRows > 0 && oddRows <= most * rows;
}

function noteOdd(code: 'almost_numbers' | 'almost_dates', what: string, { odd, oddRows }: Odd) {
  const detail = `the column is text, since all but ${oddRows} of its cells are ${what}; say the odd ones in \`blanks\` to read the others as ${what}, or the type \`text\``;
  return { ...note(code, detail), cells: odd.map(({ text }) => text) };
}

/** Returns whether a number is a code: it has a leading zero, or more digits than a double holds. */
function isCode(text: string): boolean {
  return /^0\d+$|^\d{16,}$/.test(text);
}

function noteCodes(example: string): ReadingNote {
  const detail = `the column is text, since cells such as "${example.slice(0, 40)}" are codes, not numbers; say the type \`text\` to be sure of it`;
  return note('read_as_codes', detail);
}

function noteOpenDates(cells: readonly SeenCell[]): ReadingNote[] {
  const tally = tallyDates(cells);
  if (!tally || tally.odd.length > 0 || tally.ordered === 0) return [];
  const both = tally.dayFirstOnly > 0;
  const detail = both
    ? 'the column is text, since some dates have the day first and others the month; say `date_order` to read them'
    : `the column is text, since dates such as "${cells[0].text}" could have the day or the month first; say \`date_order\``;
  return [note('ambiguous_dates', detail)];
}
