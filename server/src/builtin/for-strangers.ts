import type { Grounding } from './grounding.ts';

/** What strangers may be answered from: they are told neither how models are watched nor which of them are gone. */
export function forStrangers(one: Grounding): Grounding {
  if (one.kind !== 'predict') return one;
  const models = one.models.map(({ watch: _, isUnmonitored: __, ...model }) => model);
  return { kind: 'predict', models };
}
