/** A model with the training rows of its version. Paths are local files. */
export interface ReferenceRequest {
  snapshotPath: string;
  modelPath: string;
}

/** Bins of training rows and of asked rows, a byte for each column, row by row. */
export interface ApartRequest {
  columns: { name: string; isOrdered: boolean }[];
  training: Uint8Array;
  asked: Uint8Array;
}

/** How well training rows and asked rows can be told apart. */
export interface Apart {
  /** Area under the curve of held-out rows: 0.5 is not at all. */
  auc: number;
  standard_error: number;
  /** The columns that tell them apart, the most telling first. */
  columns: string[];
}
