import type { Sequence, Token } from './library.ts';

const firstPiece = 32;
const smallestPiece = 8;
/** Below this many tokens at once llama.cpp takes 40 % more for each. */
const cheapPiece = 64;
/** Tokens that are read at once, at most. */
export const largestPiece = 256;
/** How long a piece should take, and a cheap one may: who asks next waits for its end. */
const [usualMs, mostMs] = [400, 2000];

/**
 * Reads prompts in pieces, of which it learns how long they take: the library reads a prompt to its end, whatever its
 * signal says, and hundreds of tokens take many seconds on a busy machine.
 */
export class PromptReader {
  #size = firstPiece;

  /** Reads what differs from what the sequence holds. */
  async read(sequence: Sequence, tokens: readonly Token[], signal: AbortSignal): Promise<void> {
    await sequence.adaptStateToTokens(tokens, false);
    for (let at = sequence.nextTokenIndex; at < tokens.length; ) {
      signal.throwIfAborted();
      const piece = tokens.slice(at, at + this.#size);
      const began = performance.now();
      await sequence.evaluateWithoutGeneratingNewTokens(piece);
      at += piece.length;
      this.#size = pieceSize(piece.length, performance.now() - began);
    }
    signal.throwIfAborted();
  }
}

/** Returns how many tokens to read at once after so many took so long. */
export function pieceSize(count: number, milliseconds: number): number {
  const readIn = (limitMs: number) => Math.floor((count * limitMs) / Math.max(milliseconds, 1));
  const size = Math.max(readIn(usualMs), Math.min(cheapPiece, readIn(mostMs)));
  return Math.max(smallestPiece, Math.min(largestPiece, size));
}
