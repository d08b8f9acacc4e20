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

/** Formats a small table as Markdown; bars in cells are escaped. */
export function formatTable(
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  format: (value: unknown, column: number) => string = formatScalar,
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const cell = (value: unknown, column: number) =>
    format(value, column).replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').slice(0, 200);
  return [line(columns), line(columns.map(() => '---')), ...rows.map((row) => line(row.map(cell)))].join('\n');
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatScalar(count)} ${count === 1 ? one : many}`;
}
