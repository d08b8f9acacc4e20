import type { Grounding, TableSummary } from './grounding.ts';

/** What the answerer works with: the skills' knowledge and today's date. */
export interface Surroundings {
  groundings: readonly Grounding[];
  now: Date;
  /** Whether strangers read the answer: they learn what can be asked, not the structure of tables. */
  isPublic?: boolean;
}

export function ofKind<Kind extends Grounding['kind']>(
  { groundings }: Surroundings,
  kind: Kind,
): Extract<Grounding, { kind: Kind }>[] {
  return groundings.filter((one): one is Extract<Grounding, { kind: Kind }> => one.kind === kind);
}

/** The tables of all skills. */
export function tablesOf(surroundings: Surroundings): TableSummary[] {
  return ofKind(surroundings, 'sql').flatMap(({ tables }) => tables);
}

/** What strangers may be answered from: they are told neither how models are watched nor which of them are gone. */
export function forStrangers(one: Grounding): Grounding {
  if (one.kind !== 'predict') return one;
  const models = one.models.map(({ watch: _, isUnmonitored: __, ...model }) => model);
  return { kind: 'predict', models };
}
