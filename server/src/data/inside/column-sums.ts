/** What the figures of each column add up to, with a decimal point and with a decimal comma. Good enough to know a total by. */
export class ColumnSums {
  private readonly point: number[] = [];
  private readonly comma: number[] = [];
  private readonly counts: number[] = [];

  add(cells: readonly string[]): void {
    for (const [index, cell] of cells.entries()) {
      if (!/\d/.test(cell)) continue;
      this.counts[index] = (this.counts[index] ?? 0) + 1;
      this.point[index] = (this.point[index] ?? 0) + (withPoint(cell) || 0);
      this.comma[index] = (this.comma[index] ?? 0) + (withComma(cell) || 0);
    }
  }

  /** Whether some cell is the sum or the mean of its column, or there is no figure at all. */
  explains(cells: readonly string[]): boolean {
    if (!cells.some((cell) => /\d/.test(cell))) return true;
    return cells.some((cell, index) => {
      const count = this.counts[index] ?? 0;
      if (count === 0 || !/\d/.test(cell)) return false;
      return (
        this.isOf(withPoint(cell), this.point[index], count) || this.isOf(withComma(cell), this.comma[index], count)
      );
    });
  }

  private isOf(value: number, sum: number, count: number): boolean {
    const near = (wanted: number) => Math.abs(value - wanted) <= Math.max(0.01 * count, Math.abs(wanted) * 1e-3);
    return value !== 0 && (near(sum) || near(sum / count));
  }
}

function withPoint(cell: string): number {
  return Number(cell.replace(/[^\d.eE+-]/g, ''));
}

function withComma(cell: string): number {
  return Number(cell.replace(/[^\d,eE+-]/g, '').replace(',', '.'));
}
