import { isOtherCurrency } from '../readings/currency.ts';
import { parseNumber } from '../readings/numbers.ts';
import { isNumeric, type Reading } from '../readings/reading.ts';
import { splitUnit } from '../readings/units.ts';

const mostNamed = 8;

/** Says what a refused text has that the numbers of its column lack: the other decimal mark, or a unit of its own. */
export function numberHint(reading: Reading, cell: unknown): string {
  if (typeof cell !== 'string' || !isNumeric(reading)) return '';
  const text = cell.trim();
  const isNumber = (mark: '.' | ',', one: string) => !Number.isNaN(parseNumber(one, { ...reading, decimal: mark }));
  if (reading.clock) return ' (texts of this column are times such as 13:30, in hours)';
  if (reading.span) return ' (texts of this column are durations such as 27:15, in seconds)';
  if (isOtherCurrency(text, reading)) return ` (texts of this column are in ${reading.unit})`;
  if (/^0\d+$/.test(text)) return ' (texts of this column have no leading zeros, which codes have)';
  const other = reading.decimal === ',' ? '.' : ',';
  if (reading.decimal !== 'either' && isNumber(other, text))
    return ` (texts of this column have a decimal ${other === ',' ? 'point' : 'comma'})`;
  const split = splitUnit(text);
  if (!split || !(isNumber('.', split.digits) || isNumber(',', split.digits))) return '';
  const units = (reading.units ?? []).map(({ name }) => name);
  if (units.length === 0) return ` (texts of this column have no unit such as "${split.unit}")`;
  const more = units.length > mostNamed ? ` and ${units.length - mostNamed} more` : '';
  return ` (texts of this column are in ${units.slice(0, mostNamed).join(', ')}${more})`;
}
