import { describe, expect, it } from 'vitest';
import type { Sequence } from './library.ts';
import { PromptReader, pieceSize } from './prompt-reader.ts';

const tokens = Array.from({ length: 100 }, (_, at) => at);

/** A sequence that knows the first tokens, and notes what it reads. */
function openSequence(known: number, onPiece = (_piece: readonly number[]) => {}) {
  const pieces: (readonly number[])[] = [];
  const sequence: Sequence = {
    tokenMeter: { getState: () => none, diff: () => none },
    nextTokenIndex: known,
    adaptStateToTokens: async () => {},
    async evaluateWithoutGeneratingNewTokens(piece) {
      pieces.push(piece);
      onPiece(piece);
    },
  };
  return { sequence, pieces };
}
const none = { usedInputTokens: 0, usedOutputTokens: 0 };

describe('a prompt', () => {
  it('is read in pieces, less what is known', async () => {
    const { sequence, pieces } = openSequence(10);
    await new PromptReader().read(sequence, tokens, new AbortController().signal);
    expect(pieces.flat()).toEqual(tokens.slice(10));
    expect(pieces[0].length).toBe(32);
  });

  it('is left after the piece in which its reader leaves', async () => {
    const leaving = new AbortController();
    const { sequence, pieces } = openSequence(0, () => leaving.abort(new Error('left')));
    await expect(new PromptReader().read(sequence, tokens, leaving.signal)).rejects.toThrow('left');
    expect(pieces.length).toBe(1);
  });
});

it.each([
  ['takes the usual time', 64, 200, 128],
  ['is no larger than what is read at once', 256, 10, 256],
  ['is the cheap one while that takes two seconds at most', 32, 900, 64],
  ['is smaller where the cheap one takes longer', 32, 4000, 16],
  ['is not tiny', 8, 60_000, 8],
])('a piece %s', (_what, count, milliseconds, size) => {
  expect(pieceSize(count, milliseconds)).toBe(size);
});
