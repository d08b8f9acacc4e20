/** Writes records as CSV, with the columns of the first one. */
export function csvOf(rows: readonly object[]): string {
  const names = Object.keys(rows[0] ?? {});
  const written = (value: unknown) => {
    const text =
      value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = rows.map((row) => names.map((name) => written((row as Record<string, unknown>)[name])).join(','));
  return [names.map(written).join(','), ...lines].join('\n');
}

export function saveAs(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
