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
