/** A found chunk and the method that found it. */
export interface Hit {
  id: number;
  score: number;
  lexicalScore?: number;
  similarity?: number;
}
