import { linkQuestion } from '../../../server/src/questions/link/link-question.ts';
import type { Profile } from '../../../server/src/questions/profile.ts';
import { propose, type ScorePart } from '../../../server/src/questions/propose/propose.ts';
import { runAnswer } from '../../../server/src/questions/propose/run-answer.ts';
import { askedOf, featureNames, writeFeatures } from '../../../server/src/questions/rank/features.ts';
import { type Places, placesOf } from '../../../server/src/questions/rank/grams.ts';
import type { Example } from './examples.ts';
import { meaningOf } from './is-meant.ts';

/** Some candidates of a question, with what is known of them. */
export interface Collected {
  fold: number;
  places: Places;
  parts: Uint16Array[];
  /** Candidates x features. */
  features: Float32Array;
  right: Uint8Array;
  /** How many candidates each one stands for. */
  weights: Float64Array;
}

const width = featureNames.length;

/** Proposes candidates and keeps some right ones and some others; undefined where none is right. */
export function collect(
  example: Example,
  profile: Profile,
  score: (places: Places) => ScorePart,
  most: number,
  random: () => number,
): Collected | undefined {
  const question = linkQuestion(example.question, profile);
  const places = placesOf(question);
  const candidates = propose(question, score(places), most);
  const isMeant = meaningOf(example);
  const outcomes = candidates.map((one) => runAnswer(one, question.table));
  const isTrue = outcomes.map((outcome, at) => isMeant(candidates[at], outcome));
  const rights = candidates.flatMap((_, at) => (isTrue[at] ? [at] : []));
  if (rights.length === 0) return undefined;
  const wrongs = candidates.flatMap((_, at) => (isTrue[at] || outcomes[at].length === 0 ? [] : [at]));
  const kept = [...drawn(rights, 50, random), ...drawn(wrongs, 120, random)];
  const asked = askedOf(question);
  const features = new Float64Array(kept.length * width);
  for (const [place, at] of kept.entries()) writeFeatures(asked, candidates[at], outcomes[at], features, place * width);
  return {
    fold: example.fold,
    places,
    parts: kept.map((at) => Uint16Array.from(candidates[at].parts)),
    features: Float32Array.from(features),
    right: Uint8Array.from(kept, (at) => (isTrue[at] ? 1 : 0)),
    weights: Float64Array.from(kept, (at) =>
      isTrue[at] ? Math.max(1, rights.length / 50) : Math.max(1, wrongs.length / 120),
    ),
  };
}

function drawn(all: readonly number[], most: number, random: () => number): readonly number[] {
  if (all.length <= most) return all;
  const left = [...all];
  return Array.from({ length: most }, () => left.splice(Math.floor(random() * left.length), 1)[0]);
}
