import type { Database } from '../../platform/db/schema.ts';

/** Estimated tokens of calls that are made and not counted yet, by project and by who asked, on this node. */
const underWay = new WeakMap<Database, Map<string, number>>();

export function tokensUnderWay(database: Database, whose: string): number {
  return underWay.get(database)?.get(whose) ?? 0;
}

/** Holds the tokens of a call until the returned function is called. */
export function holdTokens(database: Database, whose: readonly string[], tokens: number): () => void {
  const held = underWay.get(database) ?? new Map<string, number>();
  underWay.set(database, held);
  const change = (by: number) => {
    for (const one of whose) {
      const left = (held.get(one) ?? 0) + by;
      if (left > 0) held.set(one, left);
      else held.delete(one);
    }
  };
  change(tokens);
  let isHeld = true;
  return () => {
    if (isHeld) change(-tokens);
    isHeld = false;
  };
}
