/**
 * Receives the current record before it is changed or deleted, and may refuse by throwing; verbs get `If-Match` this
 * way.
 */
export type Check<Item> = (current: Item) => void;
