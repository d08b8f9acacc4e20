import written from './same-meaning.json' with { type: 'json' };
import { stemOf } from './tokens.ts';

const sets = written.map((line) => new Set(line.split(' ').map(stemOf)));

/** Stems of words that owners of tables use for one another, by stem: "quit" and `left`. */
const bySense = new Map<string, ReadonlySet<string>>();
for (const stem of new Set(sets.flatMap((set) => [...set])))
  bySense.set(
    stem,
    sets.filter((set) => set.has(stem)).reduce((all, set) => all.union(set), new Set<string>()),
  );

export function meansAlike(one: string, other: string): boolean {
  return one !== other && bySense.get(one)?.has(other) === true;
}
