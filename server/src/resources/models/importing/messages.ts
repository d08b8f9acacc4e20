import type { AskedThreshold } from '@sibyl/engine/request.ts';

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

/** A model file to write anew with another threshold. Paths are local; the output must not exist. */
export interface ThresholdRequest {
  path: string;
  asked: AskedThreshold;
  outputPath: string;
}
