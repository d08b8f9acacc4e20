import { isPostgres } from '../../../platform/db/engine.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { searchPostgres } from './postgres.ts';
import { searchSqlite } from './sqlite.ts';

/** A chunk that holds at least one of the terms looked for, with all that a score is made from. */
export interface CandidateChunk {
  id: number;
  heading_terms: string;
  terms: string;
  term_count: number;
}

/** Where to look. `documents`: only in these; undefined in all. */
export interface SearchScope {
  baseId: string;
  documents: string[] | undefined;
}

/** The full-text index of a database. Terms are letters and digits alone, as `termsOf` makes them. */
export interface FullTextIndex {
  /** How many chunks of the base hold each term, in the order of the terms. */
  countChunks(baseId: string, terms: string[]): Promise<number[]>;
  /** The `limit` chunks that hold the most telling terms; `weights` say how telling each is. */
  findCandidates(scope: SearchScope, terms: string[], weights: number[], limit: number): Promise<CandidateChunk[]>;
}

export function fullTextIndexOf(database: Database): FullTextIndex {
  return isPostgres(database) ? searchPostgres(database) : searchSqlite(database);
}
