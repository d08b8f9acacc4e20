import type { ColumnType } from 'kysely';

/** A column that is set at insert and never updated. */
export type Fixed<Type> = ColumnType<Type, Type, never>;

/** A column with a database default, optional at insert. */
export type Defaulted<Type> = ColumnType<Type, Type | undefined, Type>;

export interface RecordTable {
  id: Fixed<string>;
  created_at: Fixed<string>;
  updated_at: string;
  /** ID of the key that created the record, `local` in the open local mode; null for the service itself. */
  created_by: string | null;
  /** Number of changes, from 1; used as the ETag. */
  revision: Defaulted<number>;
}
