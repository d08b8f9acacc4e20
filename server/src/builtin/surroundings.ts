import type { FoundValue, Grounding, TableSummary } from './grounding.ts';

/** What the answerer works with: the skills' knowledge and today's date. */
export interface Surroundings {
  groundings: readonly Grounding[];
  now: Date;
  /** Whether strangers read the answer: they learn what can be asked, not the structure of tables. */
  isPublic?: boolean;
  /** Values found in columns with many values that the questions mention. */
  found?: ReadonlyMap<TableSummary, readonly FoundValue[]>;
}

export function ofKind<Kind extends Grounding['kind']>(
  { groundings }: Surroundings,
  kind: Kind,
): Extract<Grounding, { kind: Kind }>[] {
  return groundings.filter((one): one is Extract<Grounding, { kind: Kind }> => one.kind === kind);
}
