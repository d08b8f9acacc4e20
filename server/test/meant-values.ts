import type { Reading } from '@sibyl/engine/readings/reading.ts';

/** Returns whether a text writes that number; it is read here in another way than the service reads it. */
export function isNumberOf(value: number, text: string, reading: Reading | undefined): boolean {
  const written = text.replace(/(?<=\d)[\s'’](?=\d{3})/g, '').match(/\d[\d.,]*(?:e[+-]?\d+)?|[.,]\d+/gi) ?? [];
  if (reading?.span) return isNear(Math.abs(value), spanSeconds(text, reading.span));
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
  const isLate = /p\.? ?m/i.test(text) && hours < 12;
  return (isLate ? hours + 12 : hours) + minutes / 60 + seconds / 3600;
}

/** Of one part, it is seconds; of two, the first are hours or minutes as the column says; of three, hours. */
function spanSeconds(text: string, parts: 'h:mm' | 'm:ss'): number {
  const figures = (text.match(/\d+(?:[.,]\d+)?/g) ?? []).map((digits) => Number(digits.replace(',', '.')));
  const [first, second, third] = figures;
  if (second === undefined) return first;
  if (third !== undefined) return first * 3600 + second * 60 + third;
  return parts === 'h:mm' ? first * 3600 + second * 60 : first * 60 + second;
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
