import type { RequestHead } from './read-head.ts';

/** A success: names and values of its headers by turns, without those that Node adds. */
export interface FastAnswer {
  headers: readonly string[];
  text: string;
  /** Bytes of the text. */
  length: number;
  /** To be called when it was sent. */
  sent(): void;
}

/**
 * Answers requests before Fastify's life cycle, and mostly before Node's, which cost several times as much as a
 * prediction. It gives only successes: all else goes the ordinary way, so that every refusal is worded in one place.
 */
export interface FastPath {
  /** Returns the answerer of a request's body, which may find that it has no answer; undefined for other requests. */
  admit: ((request: RequestHead) => ((body: Buffer) => FastAnswer | undefined) | undefined) | undefined;
}
