import { type Asked, closestWindow } from './closest-window.ts';
import type { Passage } from './passages.ts';

/** What tells how sure the first passages of a search are to answer a question. */
export interface Evidence {
  /** Score of the best passage, … */
  score: number;
  /** … and how far the second, third and last are behind it. */
  overSecond: number;
  overThird: number;
  overLast: number;
  /** Share of the question that two sentences of the best passage hold. */
  held: number;
  /** Share of the second and third that are of the same document. */
  sameSource: number;
  /** How far the last is behind in likeness of meaning; undefined where the base has no vectors. */
  nearer: number | undefined;
}

const compared = 5;

/** Weighs what was found: at least one passage, the best first. */
export function weighEvidence(passages: readonly Passage[], asked: Asked): Evidence {
  const [first, second, third] = passages;
  // of fewer passages the third stands for the last: that no more was found makes none surer
  const last = passages.length < compared ? third : passages[compared - 1];
  return {
    score: first.score,
    overSecond: first.score - (second?.score ?? 0),
    overThird: first.score - (third?.score ?? 0),
    overLast: first.score - (last?.score ?? 0),
    held: closestWindow(first, asked).held,
    sameSource: [second, third].filter((one) => one?.source === first.source).length / 2,
    nearer: first.similarity === undefined ? undefined : first.similarity - (last?.similarity ?? 0),
  };
}
