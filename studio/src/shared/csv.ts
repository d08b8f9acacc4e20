/** What a spreadsheet would run; numbers and phone numbers are none. */
const formula = /^[=@\t\r]|^[+-](?![\d\s().,/%-]*$)/;

/**
 * Writes records as CSV, with the columns of the first one. Text that a spreadsheet would run as a formula gets an
 * apostrophe before it, because cells may be of strangers.
 */
export function csvOf(rows: readonly object[]): string {
  const names = Object.keys(rows[0] ?? {});
  const written = (value: unknown) => {
    const plain =
      value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
    const text = typeof value === 'string' && formula.test(plain) ? `'${plain}` : plain;
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = rows.map((row) => names.map((name) => written((row as Record<string, unknown>)[name])).join(','));
  return [names.map(written).join(','), ...lines].join('\n');
}
