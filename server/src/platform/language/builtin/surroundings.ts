import type { Grounding, TableSummary } from '../grounding.ts';
import type { FoundValue } from './tables/table-names.ts';
import type { Vocabulary } from './words/vocabulary.ts';

/** What the answerer works with: what the skills can tell, the language, and what day it is. */
export interface Surroundings {
  groundings: readonly Grounding[];
  vocabulary: Vocabulary;
  now: Date;
  /** Whether strangers hear it: they are told what can be asked, not what tables look like. */
  isPublic?: boolean;
  /** Values of columns with many that the questions speak of. */
  found?: ReadonlyMap<TableSummary, readonly FoundValue[]>;
}

export function ofKind<Kind extends Grounding['kind']>(
  { groundings }: Surroundings,
  kind: Kind,
): Extract<Grounding, { kind: Kind }>[] {
  return groundings.filter((one): one is Extract<Grounding, { kind: Kind }> => one.kind === kind);
}
