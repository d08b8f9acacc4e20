import type { FileFormat, FileOptions, TableWarning } from '../../../../platform/data/types.ts';
import type { PickOrder, Seen } from '../picks.ts';
import type { PredictParams } from '../predict-request.ts';
import type { ModelToLoad } from '../threads/messages.ts';
import type { TableDialect } from './in-dialect.ts';

/** Formats of an answer. */
export type AnswerFormat = FileFormat;

/** Whether texts that a spreadsheet would run as formulas get an apostrophe, in CSV and TSV. */
export type Formulas = 'keep' | 'escape';

/** A file of rows to predict and the path of the answer. Paths are local files. */
export interface FileRequest {
  model: ModelToLoad;
  source: { path: string; format?: FileFormat; options?: FileOptions; maxBytes?: number };
  params: PredictParams;
  /** Maximum rows; null for no maximum. */
  maxRows: number | null;
  outputPath: string;
  answer: AnswerFormat;
  formulas?: Formulas | undefined;
  /** Present where the model is watched. */
  picks?: PickOrder | undefined;
}

/** Stored predictions, and the path and format of a copy of them. */
export interface Conversion {
  path: string;
  outputPath: string;
  format: AnswerFormat;
  formulas?: Formulas | undefined;
  /** How the file of the predicted table was written: so are texts. */
  dialect?: TableDialect | undefined;
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
  /** Of a text file. */
  encoding?: string | undefined;
  warnings: TableWarning[];
  seen?: Seen | undefined;
}

/** A Parquet file to cut into parts in a local folder. */
export interface CutRequest {
  path: string;
  folder: string;
}

/** A part that is finished: `start` rows are before its `count` rows. */
export interface PartCut {
  path: string;
  start: number;
  count: number;
}

/** Rows, and files of figures for them in their order, each for `count` rows. */
export interface JoinRequest extends Pick<FileRequest, 'model' | 'params' | 'outputPath'> {
  source: string;
  figures: { path: string; count: number }[];
}
