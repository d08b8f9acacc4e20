import { kindOf, usualKind } from './detect-header.ts';
import { areIndexNames, findFrameLines } from './index-names.ts';
import type { TextRecord } from './records.ts';

/** Records between the header and the rows: further lines of names, units, column types. */
export interface Labels {
  units: readonly TextRecord[];
  names: readonly TextRecord[];
  /** The last of them, which names only the first columns. */
  index?: TextRecord;
}

const mostLabels = 3;
const unit =
  /^[[(]?\s*(?:[kmcdµμnMGT]?(?:g|m|s|l|L|A|V|W|Wh|Hz|J|N|Pa|bar|B|bit|mol|M|F|C|Ω|K|cd|lm|lx|eV)[²³23]?|[°º]\s?[CFK]?|deg(?:rees)?(?:\s?[CF])?|[CFK]|rad|%|‰|pct|percent|ppm|ppb|pH|psu|rpm|dB[A]?|[kM]?mph|km\/?h|kn|kts|knots|hPa|mbar|mmHg|psi|atm|inHg|t|to|kt|lbs?|oz|ft|in(?:ch(?:es)?)?|yd|mi(?:les?)?|mm|ha|acres?|gal|[kMG]?Wh|[kM]?VA|cal|kcal|sec(?:onds?)?|min(?:utes?)?|h(?:rs?|ours?)?|days?|d|weeks?|months?|yrs?|years?|stk|st(?:ück|k)?|pcs?|pieces?|units?|each|count|n|#|no\.?|nr\.?|€|\$|£|¥|₹|EUR|USD|GBP|CHF|JPY|CNY|INR|SEK|NOK|DKK|PLN|CZK|HUF|AUD|CAD|BRL|MXN|ZAR|TRY|RUB|(?:tsd\.?|mio\.?|mrd\.?|[tkm])\s?(?:€|\$|£|EUR|USD|GBP|CHF)|[0-9]*\s?(?:€|EUR|USD|\$)|(?:yyyy|dd|mm|hh)[-./:](?:yyyy|dd|mm|hh|ss)\S*(?:\shh:mm(?::ss)?)?|utc|iso ?8601|int(?:eger)?\d*|float\d*|double|numeric|number|decimal|real|bool(?:ean)?|str(?:ing)?|text|varchar|char|date(?:time)?|timestamp|categor(?:y|ical)|ts|rn|volts?|amps?|watts?|smp|avg|min|max|std|tot)\s*[\])]?$/i;
const compound =
  /^[[(]?\s*[\p{L}µμ°%€$£]{1,6}[²³23]?(?:\s?[/·*.]\s?[\p{L}µμ°]{1,6}[-−]?[²³0-9]?|\s[\p{L}]{1,4}[-−⁻]?[¹²³0-9])+\s*[\])]?$/u;

function isUnit(cell: string): boolean {
  const text = cell.trim();
  return text.length <= 24 && (unit.test(text) || compound.test(text));
}

/**
 * Finds such records: in columns of numbers, dates or truth values they contain words that occur in no row. If all
 * words are units, they name units. Otherwise they are names, but only below a header with blank or equal cells or when
 * they are phrases, so that a first row with `unknown` is not taken for one.
 */
export function findLabels(header: readonly string[], below: readonly TextRecord[]): Labels {
  const isPartial = new Set(header.map((cell) => cell.trim())).size < header.length || header.includes('');
  const frame = findFrameLines(header, below);
  if (frame) return { units: [], ...frame };
  const labels = { units: [] as TextRecord[], names: [] as TextRecord[] };
  for (let at = 0; at < Math.min(mostLabels, below.length - 2); at += 1) {
    const { cells } = below[at];
    if (labels.units.length === 0 && areIndexNames(header, labels.names, below.slice(at)))
      return { ...labels, index: below[at] };
    const areNames = at === 0 && (areYearsBelow(header, cells, below[1].cells) || areNamesBelow(header, below));
    const kind = areNames ? 'names' : kindOfLabels(cells, below.slice(at + 1), isPartial);
    if (kind === undefined) break;
    labels[kind].push(below[at]);
  }
  return labels;
}

const year = /^(?:19|20)\d\d$/;

/** Years below names that each stand above several columns: `Region,Sales,,Costs,` and `,2024,2025,2024,2025`. */
function areYearsBelow(header: readonly string[], cells: readonly string[], next: readonly string[]): boolean {
  if (header[0].trim() === '' || cells[0].trim() !== '' || header.length !== cells.length) return false;
  const filled = cells.filter((cell) => cell.trim() !== '');
  const isBelowAll = header.every((name, index) => name.trim() !== '' || year.test(cells[index].trim()));
  const isRow = next.some((cell, index) => year.test(cells[index]?.trim() ?? '') && year.test(cell.trim()));
  return (
    header.includes('') && filled.length > 1 && filled.every((cell) => year.test(cell.trim())) && isBelowAll && !isRow
  );
}

/** Names below those of groups: `Person,,Address,` and `name,age,street,city`, where a row has a number for the age. */
function areNamesBelow(header: readonly string[], [{ cells }, ...rows]: readonly TextRecord[]): boolean {
  const names = cells.map((cell) => cell.trim());
  const blanks = header.filter((cell) => cell.trim() === '').length;
  if (header[0].trim() === '' || blanks < 2 || 3 * blanks < header.length) return false;
  if (names.length !== header.length || new Set(names).size < names.length) return false;
  if (names.some((name) => kindOf(name) !== 'text' || isUnit(name))) return false;
  const others = rows.slice(0, 50).map((row) => row.cells);
  const isTyped = names.some((_, index) => usualKind(filledBelow(rows, index)) !== undefined);
  return isTyped && !names.some((name, index) => others.some((row) => row[index]?.trim() === name));
}

function kindOfLabels(
  cells: readonly string[],
  rows: readonly TextRecord[],
  isPartial: boolean,
): 'units' | 'names' | undefined {
  const above: string[] = [];
  const beside: string[] = [];
  let typed = 0;
  for (const [index, cell] of cells.entries()) {
    // The first of the other rows may be labels too.
    const isTyped = usualKind(filledBelow(rows.slice(rows.length > 3 ? 2 : 0), index)) !== undefined;
    if (isTyped) typed += 1;
    if (kindOf(cell) === 'blank') continue;
    if (isTyped && kindOf(cell) !== 'text') return undefined;
    if (!isUnit(cell) && filledBelow(rows, index).includes(cell)) return undefined;
    (isTyped ? above : beside).push(cell.trim());
  }
  if (above.length === 0) return undefined;
  if (above.every(isUnit) && (above.length > 1 || beside.every(isUnit))) return 'units';
  const areNames = new Set(above).size > 1 && above.length >= 0.6 * typed;
  return areNames && (isPartial || above.filter(isPhrase).length >= above.length / 2) ? 'names' : undefined;
}

function isPhrase(cell: string): boolean {
  return /\S\s+\S|^\{|\?$/.test(cell);
}

function filledBelow(rows: readonly TextRecord[], index: number): string[] {
  return rows.map((record) => record.cells[index] ?? '').filter((cell) => kindOf(cell) !== 'blank');
}
