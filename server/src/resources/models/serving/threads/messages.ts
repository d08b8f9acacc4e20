import type { ErrorCode, InputFault } from '../../../../errors.ts';

/** A predict request for a thread. */
export interface AnswerOrder {
  /** Key of the model's file among the blobs: a file never changes. */
  modelKey: string;
  modelId: string;
  projectId: string;
  /** The JSON body. */
  text: string;
  separator: string;
  maxRows: number;
}

/** The answered rows as JSON in UTF-8, in pieces of many rows, to be put together with the separator. */
export interface Answered {
  pieces: Uint8Array<ArrayBuffer>[];
  /** That were asked. */
  rows: number;
}

export type ToThread =
  | { type: 'answer'; id: number; order: AnswerOrder }
  | { type: 'model'; bytes: Uint8Array }
  /** The file could not be read. */
  | { type: 'no model'; message: string };

/** A `ServiceError` in transit, or what else went wrong. */
export type ThreadFailure =
  | { code: ErrorCode; message: string; errors?: InputFault[]; extensions?: Record<string, unknown> }
  | { code: undefined; message: string };

export type FromThread =
  /** The thread does not hold the model of its order. */
  | { type: 'need model' }
  | ({ type: 'answered'; id: number } & Answered)
  | { type: 'failed'; id: number; failure: ThreadFailure };

export interface ThreadSettings {
  /** One int32: the number of an order that nobody waits for any more. */
  abandoned: SharedArrayBuffer;
}
