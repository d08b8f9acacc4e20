import { type CodedFormat, readCode } from './coded-numbers.ts';
import { type FoundPeriods, readPeriodCell } from './period-format.ts';

/** Says how cells without a word for their unit were read; nothing where no other reading is likely. */
export function describePeriods({ format, isGuess }: FoundPeriods, name: string, [cell]: readonly string[]): string[] {
  return isGuess ? [sentence(name, cell, format.unit, readPeriodCell(format, cell))] : [];
}

/** Says how numbers were read as times. */
export function describeCode(format: CodedFormat, name: string, value: number): string {
  return sentence(name, String(value), nameCode(format), readCode(format, value));
}

function nameCode(format: CodedFormat): string {
  if (format.style === 'period') return format.unit;
  if (format.style === 'decimal year') return 'year with a fraction';
  const names: Record<number, string> = {
    1000: 'Unix time in seconds',
    1: 'Unix time in milliseconds',
    0.001: 'Unix time in microseconds',
  };
  return format.origin === 0 ? (names[format.length] ?? 'Unix time in nanoseconds') : 'serial day of a spreadsheet';
}

function sentence(name: string, cell: string, what: string, time: number): string {
  const begin = Number.isNaN(time) ? 'no time' : new Date(time).toISOString().replace(/T00:00:00.000Z$/, '');
  return `the times in \`${name}\` are guessed from their shape: "${cell}" is read as a ${what}, from ${begin} on; name another column in order_by if it is none`;
}
