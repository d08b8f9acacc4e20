import type { FileFormat, FileOptions, TableWarning } from '../../../../platform/data/types.ts';
import type { PredictParams } from '../questions.ts';
import type { ModelToLoad } from '../threads/messages.ts';

/** What an answer may be written as. */
export type AnswerFormat = FileFormat;

/** A file of rows to be predicted, and where the answer goes. Paths are local files. */
export interface FileRequest {
  model: ModelToLoad;
  source: { path: string; format?: FileFormat; options?: FileOptions; maxBytes?: number };
  params: PredictParams;
  /** Most rows that are answered; null for any number. */
  maxRows: number | null;
  outputPath: string;
  answer: AnswerFormat;
}

/** Told now and then. */
export interface FileProgress {
  rows: number;
  total: number;
}

/** What came of it. */
export interface FileAnswered {
  rows: number;
  /** Columns of text, in an answer of columns. */
  texts: string[];
  warnings: TableWarning[];
}
