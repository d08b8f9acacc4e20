import { isOtherCurrency } from './currency.ts';
import { hasTimeOfDay, parseDate } from './dates.ts';
import type { Decision } from './decide.ts';
import { isJson } from './json.ts';
import { createBlankTest, createCellParser } from './parse-cell.ts';
import { tallyNumbers } from './tally.ts';

/**
 * Finds cells that a decision did not account for: those that do not fit, and those that settle what was left open.
 * Without such cells the reading is right for the whole column.
 */
export function createNewsTest({ reading, open }: Decision): (text: string) => boolean {
  const isBlank = createBlankTest(reading);
  if (open === 'dateOrder') return (text) => !isBlank(text) && !isOpenDate(text.trim());
  if (reading.type === 'text') return () => false;
  const misfits = createMisfitTest(reading);
  if (open !== 'decimal') return misfits;
  return (text) => misfits(text) || (!isBlank(text) && isClearNumber(text.trim()));
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
  return !Number.isNaN(parseDate(text, 'dmy')) && !Number.isNaN(parseDate(text, 'mdy'));
}

function isClearNumber(text: string): boolean {
  const tally = tallyNumbers([{ text, count: 1 }], true);
  return tally !== undefined && tally.pointOnly + tally.commaOnly > 0;
}
