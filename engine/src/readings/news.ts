import { parseClock } from './clock.ts';
import { isOtherCurrency } from './currency.ts';
import { hasTimeOfDay, parseDate } from './dates.ts';
import type { Decision } from './decision.ts';
import { isJson } from './json.ts';
import { losesDigits } from './lost-digits.ts';
import { createBlankTest, createCellParser } from './parse-cell.ts';
import { tallyNumbers } from './tally.ts';

/**
 * Finds cells that a decision did not account for: those that do not fit, and those that settle what was left open.
 * Without such cells the reading is right for the whole column.
 */
export function createNewsTest({ reading, open, notes, isFixed }: Decision): (text: string) => boolean {
  if (isFixed) return reading.type === 'text' ? () => false : createMisfitTest(reading);
  const isBlank = createBlankTest(reading);
  if (open === 'dateOrder') return (text) => !isBlank(text) && !isOpenDate(text.trim());
  if (reading.type === 'text') return () => false;
  const misfits = createMisfitTest(reading);
  if (reading.clock) return (text) => misfits(text) || parseClock(text.trim()) > 24;
  // One power of ten makes whole numbers another decision: it may be a code, or what a spreadsheet left of one.
  if (reading.type === 'integer') return (text) => misfits(text) || /\de[-+]?\d|\d-$/i.test(text);
  const areLossesTold = reading.type !== 'number' || notes.some(({ code }) => code === 'digits_lost');
  const isNews = areLossesTold ? misfits : (text: string) => misfits(text) || losesDigits(text.trim());
  if (open !== 'decimal') return isNews;
  return (text) => isNews(text) || (!isBlank(text) && isClearNumber(text.trim()));
}

/**
 * Finds cells that do not fit the type of the column, including fractions among integers, times of day among dates and
 * euros among dollars.
 */
export function createMisfitTest(reading: Decision['reading']): (text: string) => boolean {
  const isBlank = createBlankTest(reading);
  if (reading.type === 'json') return (text) => !isBlank(text) && !isJson(text.trim());
  const parse = createCellParser(reading);
  const isOfType = (value: number) => {
    if (reading.type === 'integer') return isLongInteger(value);
    return !Number.isNaN(value) && !(reading.type === 'date' && hasTimeOfDay(value));
  };
  const isMisfit = (text: string) => !isOfType(parse(text)) || isOtherCurrency(text, reading);
  return (text) => !isBlank(text) && isMisfit(text.trim());
}

/** Returns whether an integer fits in 64 bits. */
export function isLongInteger(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 63;
}

function isOpenDate(text: string): boolean {
  const orders = (['dmy', 'mdy', 'ymd'] as const).filter((order) => !Number.isNaN(parseDate(text, order, 2069)));
  return orders.length > 1;
}

function isClearNumber(text: string): boolean {
  const tally = tallyNumbers([{ text, count: 1 }], true);
  return tally !== undefined && tally.pointOnly + tally.commaOnly > 0;
}
