/** The caller's names for a model of another library. */
export interface ForeignNames {
  target?: string;
  /** Separated by commas. */
  features?: string;
  classes?: string;
}

/** A file to check. Paths are local. */
export interface ImportRequest {
  path: string;
  names: ForeignNames;
  /** Path of the converted model; must not exist. */
  outputPath: string;
}
