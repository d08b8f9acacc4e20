import { escapeMarkdown } from '../platform/channels/markdown/escape.ts';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
/** From here on, cents do not matter. */
const large = 10_000;
const cents = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const small = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** 4213.4567 -> "4,213.46"; 0.012345 -> "0.0123"; other values unchanged. */
export function formatScalar(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'number') return value === null || value === undefined ? '–' : String(value);
  if (Number.isInteger(value)) return whole.format(value);
  if (Math.abs(value) >= large) return whole.format(value);
  return Math.abs(value) < 1 ? small.format(value) : cents.format(value);
}

/**
 * A name or a value as Markdown that shows it as it is, in one line. What renderers would make a link of stands as code,
 * since no escape holds for all of them.
 */
export function asWritten(text: string): string {
  const parts = text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .split(/(?<= )|(?= )/);
  return parts.map((part) => (isAddress.test(part) ? asCode(part) : escapeMarkdown(part))).join('');
}

const isAddress = /:\/\/|\bwww\.|[^\s@]@[^\s@]+\.|\b(?:mailto|xmpp):/i;

/** An accent of its own would end the code, and a bar a cell. */
function asCode(text: string): string {
  return `\`${text.replaceAll('`', '´').replaceAll('|', '\\|')}\``;
}

/** Formats a small table as Markdown, which shows names and cells as they are. */
export function formatTable(
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  format: (value: unknown, column: number) => string = formatScalar,
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const shorten = (text: string) => asWritten(text.slice(0, longestCell));
  const cell = (value: unknown, column: number) => shorten(format(value, column));
  return [line(columns.map(shorten)), line(columns.map(() => '---')), ...rows.map((row) => line(row.map(cell)))].join(
    '\n',
  );
}

const longestCell = 200;

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatScalar(count)} ${count === 1 ? one : many}`;
}
