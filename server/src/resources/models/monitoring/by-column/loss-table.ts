import type { Reference } from '../reference.ts';
import type { Figures } from '../truth-row.ts';

/** Sums over truths: their number, the losses, and the squares of the losses. */
export interface Losses {
  truths: number;
  sum: number;
  squares: number;
}

export const noLosses = (): Losses => ({ truths: 0, sum: 0, squares: 0 });

export function addLosses(kept: Losses, { truths, sum, squares }: Losses): void {
  kept.truths += truths;
  kept.sum += sum;
  kept.squares += squares;
}

export type LossOf = Pick<Figures, 'is_right' | 'error' | 'codes'>;

/** Losses of truths by the bins of each column: 1 for a wrong class, else the size of the error. */
export class LossTable {
  readonly all = noLosses();
  readonly #bins: readonly Losses[][];

  constructor({ columns }: Reference) {
    this.#bins = columns.map(({ counts }) => counts.map(noLosses));
  }

  /** Adds a truth whose row's bins are known. */
  add({ is_right, error, codes }: LossOf): void {
    if (codes === null) return;
    const loss = error === null ? 1 - (is_right ?? 0) : Math.abs(error);
    const one = { truths: 1, sum: loss, squares: loss * loss };
    const bytes = Buffer.from(codes, 'base64');
    addLosses(this.all, one);
    for (const [place, bins] of this.#bins.entries()) {
      const bin = bins[bytes[place]];
      if (bin) addLosses(bin, one);
    }
  }

  binsOf(column: number): readonly Losses[] {
    return this.#bins[column];
  }
}

/** The mean loss with its standard error; null for fewer truths than show anything. */
export function meanOf({ truths, sum, squares }: Losses): { value: number; standard_error: number } | null {
  if (truths < 2) return null;
  const value = sum / truths;
  const variance = Math.max(0, squares / truths - value * value) * (truths / (truths - 1));
  return { value, standard_error: Math.sqrt(variance / truths) };
}

export function without(all: Losses, { truths, sum, squares }: Losses): Losses {
  return { truths: all.truths - truths, sum: all.sum - sum, squares: all.squares - squares };
}
