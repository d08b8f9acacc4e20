/** A chunk with at least one search term, and the data for its score. */
export interface MatchingChunk {
  id: number;
  heading_terms: string;
  terms: string;
  term_count: number;
}

/** The base to search. `documents` restricts the search to these documents. */
export interface SearchScope {
  baseId: string;
  documents: string[] | undefined;
}

/** The full-text index of a database. Terms are those of `termsOf`: letters and digits only. */
export interface FullTextIndex {
  /** Counts the chunks of the base that contain each term, in the order of the terms. */
  countChunks(baseId: string, terms: string[]): Promise<number[]>;
  /** Returns the `limit` chunks with the highest sum of term weights. */
  findMatching(scope: SearchScope, terms: string[], weights: number[], limit: number): Promise<MatchingChunk[]>;
}
