/** Distinguishable rows: batch N has its own size and content, so that a missing or repeated row is found. */
export interface BatchRow {
  batch: number;
  place: number;
  x: number;
  label: string;
  price: number;
}

export function rowsOfBatch(batch: number): BatchRow[] {
  const size = batch % 9 === 8 ? 5000 : 40 + ((batch * 7919) % 150);
  return Array.from({ length: size }, (_, place) => {
    const x = (place % 40) + 0.5;
    const label = (place + batch) % 3 === 0 ? 'red' : 'blue';
    return { batch, place, x, label, price: 2 * x + (label === 'red' ? 5 : 0) + (place % 7) / 10 + 0.05 };
  });
}

export function toCsv(rows: readonly BatchRow[]): string {
  const lines = rows.map((row) => Object.values(row).join(','));
  return [Object.keys(rows[0]).join(','), ...lines, ''].join('\n');
}
