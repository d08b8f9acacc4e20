import type { ColumnKind } from '../model.ts';

/** How rows are held out: any of them, all of one entity, or those that come after. */
export const schemes = ['random', 'group', 'forward'] as const;
export type Scheme = (typeof schemes)[number];

/** What a request says of how rows are held out; found out by the rows where it says nothing. */
export interface ValidationRequest {
  scheme?: Scheme;
  /** Column whose rows of one value are held out together. */
  group?: string;
  /** Column of times: rows are held out after those that are learned from. */
  order?: string;
}

/** What small trees show by random folds and by the scheme, on the same rows: how much hangs on the choice. */
export interface SchemeComparison {
  scheme: Exclude<Scheme, 'random'>;
  column: string;
  metric: string;
  /** When rows of the same entity, or of the same time, are known. */
  random: number;
  /** When none is. */
  held_apart: number;
  /** The difference is beyond chance and matters. */
  evident: boolean;
}

/** How the figures of a model came about, for `describe validation`. */
export interface ValidationDescription {
  scheme: Scheme;
  column: string | null;
  /** `asked` for in the request, `found` in the rows, or the `usual` one. */
  reason: 'asked' | 'found' | 'usual';
  folds: number;
  repeats: number;
  held_rows: number;
  /** Pieces of evidence among them: repetitions, entities and times count once. */
  independent: number;
  compared: SchemeComparison[];
}

/** Kinds of columns whose values can be held out together. */
export const groupKinds: ReadonlySet<ColumnKind> = new Set<ColumnKind>([
  'number',
  'category',
  'boolean',
  'datetime',
  'text',
  'identifier',
]);
