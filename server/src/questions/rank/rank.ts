import type { Reading } from '../algebra.ts';
import { linkOfField } from '../link/link-fields.ts';
import type { LinkedQuestion } from '../link/linked-question.ts';
import { hasWord } from '../link/links.ts';
import { type Candidate, readingOf } from '../propose/candidate.ts';
import type { Outcome } from '../propose/run-answer.ts';
import { type Asked, askedOf } from './features.ts';
import type { LoadedModel } from './ranking-model.ts';
import { namesOfTrust, nearlyAsGood, scoredOf, writeTrustFeatures } from './trust-features.ts';
import { unreadWords } from './unread-words.ts';
import { usesOf } from './uses.ts';
import { allNames, weighQuestion } from './weigh.ts';

/** A reading with what it gives on the sample. */
export interface RankedReading {
  reading: Reading;
  outcome: Outcome;
  /** How likely it is right, from 0 to 1. */
  probability: number;
  /** The share of the question's words that it says, without small ones. */
  said: number;
  /** Words that it neither names nor asks for. */
  unread: readonly string[];
  /** Which words name the column that a figure is of, and whether they say its whole name. */
  figureNamed?: string;
  /** Whether no word names this column. */
  guessesFigure?: true;
  /** Whether the word behind those that name this column is left: the score of "credit score" is no credit limit. */
  leavesHead?: true;
}

/** Returns the likeliest readings of a question with different outcomes, the best first; none where nothing fits. */
export function rankReadings(question: LinkedQuestion, model: LoadedModel, most: number): RankedReading[] {
  const { candidates, outcomes, features } = weighQuestion(question, model.weights);
  const asked = askedOf(question);
  const scores = new Float64Array(candidates.length);
  model.scoreRows(features, candidates.length, scores);
  const order = [...scores.keys()].sort((one, other) => scores[other] - scores[one]);
  // Candidates with the same outcome share their votes.
  const votes = (at: number) => features[at * allNames.length + placeOfVotes];
  const covered = (at: number) => features[at * allNames.length + placeOfCovered];
  const partsOf = (at: number) => candidates[at].parts.length;
  const apart = order.filter((at, place) => order.findIndex((other) => votes(other) === votes(at)) === place);
  const [best] = apart;
  if (best === undefined) return [];
  const likely = apart.slice(0, most).map((at) => {
    const rival = apart.find((other) => other !== at);
    return calibrated(
      basisOf(scores[at], rival === undefined ? undefined : scores[rival], votes(at)),
      model.calibration,
    );
  });
  const scored = scoredOf(
    apart.map((at) => scores[at]),
    apart.map(votes),
  );
  const trust = trustIn({ asked, candidate: candidates[best], features, from: best * allNames.length, scored }, model);
  return apart.slice(0, most).map((at, place) => {
    const alike = question.table.isWhole ? order.filter((other) => votes(other) === votes(at)) : [at];
    // Of readings with the same outcome the one is told that says most words of the question, if its score is near
    const near = alike.filter((other) => scores[other] > scores[at] - nearlyAsGood);
    const [plainest] = near.sort((one, other) => covered(other) - covered(one) || partsOf(one) - partsOf(other));
    const unread = unreadWords(asked, candidates[plainest]);
    return {
      reading: readingOf(candidates[plainest]),
      outcome: outcomes[plainest],
      // Others are less likely than the best by as much as without trust
      probability: (trust * likely[place]) / Math.max(likely[0], likely[place]),
      said: covered(plainest),
      unread,
      ...namedIn(question, candidates[plainest], unread),
    };
  });
}

const wholeName = 0.99;

function namedIn(
  question: LinkedQuestion,
  { answer }: Candidate,
  unread: readonly string[],
): Pick<RankedReading, 'figureNamed' | 'guessesFigure' | 'leavesHead'> {
  const { figure } = usesOf(answer);
  if (!figure) return {};
  const { words, score } = linkOfField(question, figure);
  const leavesHead =
    score < wholeName &&
    question.tokens.some(({ text }, at) => {
      return at > 0 && hasWord(words, at - 1) && !hasWord(words, at) && unread.includes(text);
    });
  const guessesFigure = words.low === 0 && words.high === 0 && score <= wholeName;
  return {
    figureNamed: `${words.low} ${words.high} ${score > wholeName}`,
    ...(guessesFigure ? { guessesFigure } : {}),
    ...(leavesHead ? { leavesHead } : {}),
  };
}

interface Trusted {
  asked: Asked;
  candidate: Candidate;
  /** Of all candidates; those of this one begin at `from`. */
  features: Float64Array;
  from: number;
  scored: readonly number[];
}

/** How likely the best reading is right, by all that is known of it. */
function trustIn({ asked, candidate, features, from, scored }: Trusted, model: LoadedModel): number {
  const values = new Float64Array(namesOfTrust.length);
  values.set(scored);
  writeTrustFeatures(asked, candidate, { features, from }, values, scored.length);
  const score = new Float64Array(1);
  model.scoreTrust(values, 1, score);
  return 1 / (1 + Math.exp(-score[0]));
}

const placeOfVotes = allNames.indexOf('votes');
const placeOfCovered = allNames.indexOf('covered');

/** What decides how likely the best reading is right: its score, its lead over other outcomes, and their shares. */
export function basisOf(score: number, rival: number | undefined, votes: number): number[] {
  return [1, score, Math.max(-4, Math.min(6, score - (rival ?? score - 6))), votes];
}

export function calibrated(basis: readonly number[], weights: readonly number[]): number {
  return 1 / (1 + Math.exp(-basis.reduce((sum, one, at) => sum + one * weights[at], 0)));
}
