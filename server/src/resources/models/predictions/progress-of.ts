import type { PredictionRecord } from './schemas.ts';
import type { PredictionRow } from './store.ts';

type Progressing = Pick<PredictionRow, 'status' | 'phase' | 'rows_done' | 'row_count'>;

/** Returns how far a batch is; null unless it runs. */
export function progressOf({ status, phase, rows_done: rows, row_count }: Progressing): PredictionRecord['progress'] {
  if (status !== 'running') return null;
  const share = row_count ? Math.min(1, rows / row_count) : 0;
  const fraction = { predicting: share, 'writing the table': 1 }[phase ?? ''] ?? 0;
  return { phase: phase ?? 'starting', rows, fraction };
}
