import type { PickOrder, Seen } from '../picks.ts';

/** Key and path of a model's file, which never changes. */
export interface ModelToLoad {
  modelKey: string;
  modelPath: string;
  modelId: string;
  projectId: string;
}

/** A request with the bytes of models that its thread keeps for later ones. */
export type WithRoom<Request> = Request & { mostModelBytes: number };

/** A JSON body as UTF-8; its buffer moves to the thread. */
interface BodyToRead {
  bytes: Uint8Array<ArrayBuffer>;
}

/** A predict request for a thread. */
export interface AnswerRequest extends ModelToLoad, BodyToRead {
  separator: string;
  maxRows: number;
  /** Present where the model is watched. */
  picks?: PickOrder | undefined;
}

/** The predicted rows as UTF-8 JSON, in pieces of many rows, to be joined by the separator. */
export interface Answered {
  pieces: Uint8Array<ArrayBuffer>[];
  /** Number of rows in the request. */
  rows: number;
  seen?: Seen | undefined;
}

/** A long predict body for a thread, whose rows go to a file as JSON lines. */
export interface KeepQuestionRequest extends BodyToRead {
  path: string;
}

/** A long body of a training for a thread. */
export interface KeepRequest extends BodyToRead {
  kind: 'creation' | 'retraining';
  /** Where its rows are to lie, as NDJSON. */
  path: string;
}

/** Rows of a request, as NDJSON. */
export interface KeptRows {
  path: string;
  count: number;
  columns: string[];
}

/** The checked body. Where it has rows, `from` is left out and they are in a file. */
export interface KeptInput {
  input: object | null;
  rows?: KeptRows;
}
