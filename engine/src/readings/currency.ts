import { numberParts } from './numbers.ts';
import type { Reading } from './reading.ts';

/** Codes of the currencies that a sign may mean; codes and other signs mean themselves. */
const meanings: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'CAD', 'AUD', 'NZD', 'HK$', 'S$', 'MXN', 'R$'],
  US$: ['USD'],
  CA$: ['CAD'],
  C$: ['CAD'],
  AU$: ['AUD'],
  A$: ['AUD'],
  NZ$: ['NZD'],
  R$: ['BRL', 'R$'],
  '€': ['EUR'],
  '£': ['GBP'],
  '¥': ['JPY', 'CNY'],
  '₹': ['INR'],
  '₽': ['RUB', '₽'],
  RS: ['INR'],
  KR: ['SEK', 'NOK', 'DKK'],
};

/** Returns whether a number is in another currency than its column, or in percent where that is not. */
export function isOtherCurrency(text: string, { unit, units, clock, decimal }: Reading): boolean {
  if (unit === undefined || units !== undefined || clock || text.startsWith(unit)) return false;
  if (!/[^\d.,\s+-]/.test(text)) return false;
  const mark = decimal === ',' ? ',' : '.';
  const dress = (numberParts(text, mark) ?? numberParts(text, mark === '.' ? ',' : '.'))?.dress;
  if (dress === undefined) return false;
  const wanted = meaningsOf(unit);
  return !meaningsOf(dress).some((one) => wanted.includes(one));
}

function meaningsOf(sign: string): readonly string[] {
  const folded = sign.toUpperCase().replace('.', '');
  return Object.hasOwn(meanings, folded) ? meanings[folded] : [folded];
}
