/** What a caller says of a file of another library. */
export interface ForeignNames {
  target?: string;
  /** Separated by commas. */
  features?: string;
  classes?: string;
}

/** A file to be checked. Paths are local. */
export interface ImportRequest {
  path: string;
  names: ForeignNames;
  /** Where the model is written; must not exist. */
  outputPath: string;
}
