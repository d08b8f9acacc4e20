const clock = /^(\d{1,3}):([0-5]\d)(?::([0-5]\d(?:[.,]\d+)?))?\s*([ap]\.?m\.?)?$/i;

/** Returns the hours of `13:30` or `1:30 pm`; NaN when it is not a clock time. */
export function parseClock(text: string): number {
  const match = clock.exec(text);
  if (!match) return Number.NaN;
  const [, hours, minutes, seconds = '0', half] = match;
  if (half && (Number(hours) < 1 || Number(hours) > 12)) return Number.NaN;
  const hour = half ? (Number(hours) % 12) + (half[0].toLowerCase() === 'p' ? 12 : 0) : Number(hours);
  return hour + Number(minutes) / 60 + Number(seconds.replace(',', '.')) / 3600;
}
