type Answer = [value: number | string, confidence: number | null, lower: number | null, upper: number | null];

/** The answer of a version to a row that another one answered: a number with bounds, or a class as text. */
export type StoredShadow = [version: number, ...Answer];
