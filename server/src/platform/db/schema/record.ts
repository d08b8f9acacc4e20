import type { ColumnType } from 'kysely';

/** Set once, at insert. */
export type Fixed<Type> = ColumnType<Type, Type, never>;

/** May be left out at insert: the database puts its default. */
export type Defaulted<Type> = ColumnType<Type, Type | undefined, Type>;

export interface RecordTable {
  id: Fixed<string>;
  created_at: Fixed<string>;
  updated_at: string;
  /** ID of the key that made it, `local` in the open local mode; null when the service itself did. */
  created_by: string | null;
  /** Counts the changes, from 1: the ETag. */
  revision: Defaulted<number>;
}
