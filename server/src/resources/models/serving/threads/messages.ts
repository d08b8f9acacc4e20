/** Key and path of a model's file, which never changes. */
export interface ModelToLoad {
  modelKey: string;
  modelPath: string;
  modelId: string;
  projectId: string;
}

/** A predict request for a thread. */
export interface AnswerRequest extends ModelToLoad {
  /** The JSON body. */
  text: string;
  separator: string;
  maxRows: number;
}

/** The predicted rows as UTF-8 JSON, in pieces of many rows, to be joined by the separator. */
export interface Answered {
  pieces: Uint8Array<ArrayBuffer>[];
  /** Number of rows in the request. */
  rows: number;
}

/** A long body of a training for a thread. */
export interface KeepRequest {
  kind: 'creation' | 'retraining';
  /** The JSON body. */
  text: string;
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
