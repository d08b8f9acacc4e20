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
  const others = passages.slice(1, compared).filter((one) => one.score > 0);
  // the last of fewer stands for those that are missing: that no more was found makes the first no surer
  const lead = (place: number) => first.score - (others[Math.min(place, others.length) - 1]?.score ?? 0);
  return {
    score: first.score,
    overSecond: lead(1),
    overThird: lead(2),
    overLast: lead(compared - 1),
    held: closestWindow(first, asked).held,
    sameSource: [second, third].filter((one) => one?.source === first.source).length / 2,
    nearer: first.similarity === undefined ? undefined : first.similarity - (others.at(-1)?.similarity ?? 0),
  };
}
