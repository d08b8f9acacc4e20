import type { Reading } from '@sibyl/engine/readings/reading.ts';

/** Returns whether a text writes that number; it is read here in another way than the service reads it. */
export function isNumberOf(value: number, text: string, reading: Reading | undefined): boolean {
  const written = text.replace(/(?<=\d)[\s'’](?=\d{3})/g, '').match(/\d[\d.,]*(?:e[+-]?\d+)?|[.,]\d+/gi) ?? [];
  if (reading?.clock) return isNear(Math.abs(value), clockHours(text));
  const sizes = written.flatMap((digits) => [asNumber(digits, '.'), asNumber(digits, ',')]);
  const factors = [1, ...(reading?.units ?? []).map(({ factor }) => factor)];
  const isNegative = /^\s*\D*[-−–]\s*\D?\d|\d\s*[-−]$|^\s*\(/.test(text);
  if (reading?.compound && written.length > 1) return value > 0 === !isNegative || value === 0;
  return sizes.some((size) => factors.some((factor) => isNear(value, (isNegative ? -size : size) * factor)));
}

function asNumber(digits: string, decimal: '.' | ','): number {
  const bare = digits.replaceAll(decimal === '.' ? ',' : '.', '').replace(/[.,]$/, '');
  return Number(bare.replace(',', '.'));
}

function clockHours(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = (text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
  const isLate = /pm/i.test(text) && hours < 12;
  return (isLate ? hours + 12 : hours) + minutes / 60 + seconds / 3600;
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= Math.abs(other) * 1e-12;
}

/** Returns whether the year, month and day of a date are all in a text, the month in figures or as a word. */
export function isDateOf(value: string, text: string): boolean {
  const [, year, month, day] = /^(-?\d+)-(\d\d)-(\d\d)/.exec(value) ?? [];
  const figures = (text.match(/\d+/g) ?? []).map(Number);
  const compact = /\d{8}/.test(text) && text.includes(`${year}${month}${day}`);
  const hasYear = figures.includes(Number(year)) || figures.includes(Number(year) % 100);
  const hasMonth = figures.includes(Number(month)) || /\p{L}{3}/u.test(text);
  const hasDay = figures.includes(Number(day)) || (day === '01' && figures.length < 3);
  return compact || (hasYear && hasMonth && hasDay);
}
