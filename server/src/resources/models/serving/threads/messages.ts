/** The model's file among the blobs, which never changes, and where it lies. */
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

/** The answered rows as JSON in UTF-8, in pieces of many rows, to be put together with the separator. */
export interface Answered {
  pieces: Uint8Array<ArrayBuffer>[];
  /** That were asked. */
  rows: number;
}
