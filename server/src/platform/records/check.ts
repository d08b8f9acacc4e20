/** Sees the current record before it is changed or deleted, and may refuse by throwing: how `If-Match` reaches a verb. */
export type Check<Item> = (current: Item) => void;
