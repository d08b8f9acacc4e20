import type { SpanParts } from './reading.ts';

const clocked =
  /^([-+\u2212])?(?:(\d{1,6})(?:\s?d(?:ays?)?,?\s\+?|\.))?(\d{1,6}):([0-5]\d)(?::([0-5]\d))?([.,]\d{1,9})?$/;
const iso = /^([-+])?P(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:[.,]\d{1,9})?)S)?)?$/;
const bare = /^[-+]?\d{1,15}(?:[.,]\d+)?$/;

/** A span of time as written: `3 days 27:15:00.5`, `27:15`, `PT1H30M`, or a bare number of seconds. */
export interface WrittenSpan {
  kind: 'two' | 'three' | 'iso' | 'bare';
  isNegative: boolean;
  days: number;
  /** The figures between the colons, then the fraction. */
  parts: readonly number[];
  fraction: number;
  hasDays: boolean;
}

/** Returns the parts of a span; undefined for other text. */
export function splitSpan(text: string): WrittenSpan | undefined {
  const match = clocked.exec(text);
  if (match) {
    const [, sign, days, first, second, third, fraction] = match;
    const parts = third === undefined ? [Number(first), Number(second)] : [first, second, third].map(Number);
    return {
      kind: third === undefined ? 'two' : 'three',
      isNegative: isMinus(sign),
      days: Number(days ?? 0),
      parts,
      fraction: Number((fraction ?? '0').replace(',', '.')),
      hasDays: days !== undefined,
    };
  }
  const named = /\d/.test(text) ? iso.exec(text) : null;
  if (named) {
    const [, sign, days = '0', hours = '0', minutes = '0', seconds = '0'] = named;
    const parts = [Number(hours), Number(minutes), Number(seconds.replace(',', '.'))];
    return { kind: 'iso', isNegative: isMinus(sign), days: Number(days), parts, fraction: 0, hasDays: true };
  }
  if (!bare.test(text)) return undefined;
  const seconds = Number(text.replace(',', '.'));
  return { kind: 'bare', isNegative: false, days: 0, parts: [0, 0, seconds], fraction: 0, hasDays: false };
}

function isMinus(sign: string | undefined): boolean {
  return sign !== undefined && sign !== '+';
}

/** Reads a trimmed cell as seconds; NaN when it is no span. */
export function parseSpan(text: string, twoParts: SpanParts): number {
  const span = splitSpan(text);
  if (!span) return Number.NaN;
  const { kind, days, parts, fraction, isNegative } = span;
  const isMinutes = kind === 'two' && (twoParts === 'm:ss' || fraction > 0);
  const [hours, minutes, seconds = 0] = isMinutes ? [0, ...parts] : parts;
  const total = days * 86_400 + hours * 3600 + minutes * 60 + seconds + fraction;
  return (isNegative ? -total : total) + 0;
}
