import type { Glossary, GlossaryEntry, VerifiedQuestion } from './entry.ts';

/** Joins two glossaries; where both know a term of the same table, or a question, the second is right. */
export function mergeGlossaries(one: Glossary, other: Glossary): Glossary {
  const glossary = byKey([...(one.glossary ?? []), ...(other.glossary ?? [])], keyOfEntry);
  const verified = byKey([...(one.verified ?? []), ...(other.verified ?? [])], keyOfQuestion);
  const time_columns = { ...one.time_columns, ...other.time_columns };
  return {
    ...(glossary.length > 0 ? { glossary } : {}),
    ...(verified.length > 0 ? { verified } : {}),
    ...(Object.keys(time_columns).length > 0 ? { time_columns } : {}),
  };
}

function byKey<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}

function keyOfEntry({ term, table = '' }: GlossaryEntry): string {
  return `${table} ${term.toLowerCase()}`;
}

function keyOfQuestion({ question }: VerifiedQuestion): string {
  return question.trim().toLowerCase();
}
