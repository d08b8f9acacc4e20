const locale = navigator.language;
const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const spans = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
export const missing = '–';

/** Formats a count in full. */
export function count(value: number | null | undefined): string {
  return value == null ? missing : plain.format(value);
}

/** Formats a measured figure with a readable number of digits. */
export function figure(value: number | null | undefined, digits = 4): string {
  if (value == null || !Number.isFinite(value)) return missing;
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e12)) return value.toExponential(2);
  if (size >= 1000)
    return new Intl.NumberFormat(locale, { maximumFractionDigits: size >= 10_000 ? 0 : 1 }).format(value);
  return new Intl.NumberFormat(locale, { maximumSignificantDigits: digits }).format(value);
}

export function percent(value: number | null | undefined): string {
  return value == null ? missing : percents.format(value);
}

export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const step = value < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(value) / 3));
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: step > 1 ? 1 : 0 }).format(value / 1000 ** step)} ${units[step]}`;
}

export function seconds(value: number): string {
  if (value < 1) return `${Math.round(value * 1000)} ms`;
  if (value < 100) return `${Math.round(value)} s`;
  const minutes = Math.round(value / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

export function moment(value: string | null | undefined): string {
  return value ? moments.format(new Date(value)) : missing;
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

export function ago(value: string | null | undefined, now = Date.now()): string {
  if (!value) return missing;
  const past = (Date.parse(value) - now) / 1000;
  const [unit, size] = steps.find(([, seconds]) => Math.abs(past) >= seconds) ?? ['second', 1];
  if (unit === 'day' && Math.abs(past) > 30 * 86_400) return moment(value);
  return spans.format(Math.round(past / size), unit);
}

/** Formats a cell for people. */
export function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(10)));
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
