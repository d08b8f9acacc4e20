/** A predict request for a thread. */
export interface AnswerRequest {
  /** The model's file among the blobs, which never changes, and where it lies. */
  modelKey: string;
  modelPath: string;
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
