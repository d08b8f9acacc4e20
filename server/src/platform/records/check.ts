/**
 * Receives the current record before it is changed or deleted, and may refuse by throwing; verbs get `If-Match` this
 * way.
 */
export type Check<Item> = (current: Item) => void;

/** How a record is deleted. */
export interface Removal<Item> {
  check: Check<Item>;
  /** Whether it is deleted at once instead of lying in the trash. */
  permanently?: boolean | undefined;
}

/** Whether a deletion is final, as asked for or because there is no trash. */
export function isFinal(
  { config }: { config: { trashDays: number } },
  { permanently = false }: { permanently?: boolean | undefined },
) {
  return permanently || config.trashDays === 0;
}
