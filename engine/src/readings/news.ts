import { hasTimeOfDay, parseDate } from './dates.ts';
import type { Decision } from './decide.ts';
import { isJson } from './json.ts';
import { createBlankTest, createCellParser } from './parse-cell.ts';
import { tallyNumbers } from './tally.ts';

/**
 * Tells the cells that a decision made on some rows has not reckoned with: those that do not fit, and those that settle what
 * was left open. A column of whose cells none is news is read rightly.
 */
export function createNewsTest({ reading, open }: Decision): (text: string) => boolean {
  const isBlank = createBlankTest(reading);
  if (open === 'dateOrder') return (text) => !isBlank(text) && !isOpenDate(text.trim());
  if (reading.type === 'text') return () => false;
  const misfits = createMisfitTest(reading);
  if (open !== 'decimal') return misfits;
  return (text) => misfits(text) || (!isBlank(text) && isClearNumber(text.trim()));
}

/** Tells the cells that are not of the type of the column: also what is no whole number among integers, and times of the day among dates. */
export function createMisfitTest(reading: Decision['reading']): (text: string) => boolean {
  const isBlank = createBlankTest(reading);
  if (reading.type === 'json') return (text) => !isBlank(text) && !isJson(text.trim());
  const parse = createCellParser(reading);
  const isOfType = (value: number) => {
    if (reading.type === 'integer') return isLongInteger(value);
    return !Number.isNaN(value) && !(reading.type === 'date' && hasTimeOfDay(value));
  };
  return (text) => !isBlank(text) && !isOfType(parse(text.trim()));
}

/** Whether 64 bits hold it. */
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
