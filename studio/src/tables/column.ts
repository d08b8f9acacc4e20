import type { Table } from '@sibyl/sdk';

/** A column of a table's record. */
export type Column = Table['columns'][number];
