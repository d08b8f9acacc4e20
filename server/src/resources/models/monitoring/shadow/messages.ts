/** Rows that a version answers although another one answered them already. */
export interface ShadowRequest {
  /** Key and local path of its file. */
  modelKey: string;
  modelPath: string;
  rows: Record<string, unknown>[];
}

/** What a challenger would have answered: a number with bounds, or a class as text. */
export interface ShadowAnswer {
  value: number | string;
  confidence: number | null;
  lower: number | null;
  upper: number | null;
}
