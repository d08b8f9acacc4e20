import type { ComparedFigure } from '@sibyl/engine/comparison/compare-answers.ts';

/** The files of a version; no rows are known of an imported one. */
export interface ComparedFiles {
  modelPath: string;
  snapshotPath: string | null;
}

/** What a worker found: figures of both versions on the same rows. */
export interface ComparedRows {
  rows: number;
  /** Of these rows, those that came after the training of one version, which is asked them now. */
  new_to_this: number;
  new_to_other: number;
  /** Whether one of both may have learned from these rows. */
  is_seen: boolean;
  figures: ComparedFigure[];
}

/** Why nothing could be compared. */
export type Incomparable = 'nothing kept' | 'no rows shared' | 'no backtest' | 'other horizon';
