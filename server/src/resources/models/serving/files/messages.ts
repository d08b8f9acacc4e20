import type { FileFormat, FileOptions, TableWarning } from '../../../../platform/data/types.ts';
import type { PredictParams } from '../questions.ts';
import type { ModelToLoad } from '../threads/messages.ts';

/** Formats of an answer. */
export type AnswerFormat = FileFormat;

/** A file of rows to predict and the path of the answer. Paths are local files. */
export interface FileRequest {
  model: ModelToLoad;
  source: { path: string; format?: FileFormat; options?: FileOptions; maxBytes?: number };
  params: PredictParams;
  /** Maximum rows; null for no maximum. */
  maxRows: number | null;
  outputPath: string;
  answer: AnswerFormat;
}

/** Reported from time to time. */
export interface FileProgress {
  rows: number;
  total: number;
}

/** The result. */
export interface FileAnswered {
  rows: number;
  /** Text columns of the answer, in a columnar format. */
  texts: string[];
  warnings: TableWarning[];
}
