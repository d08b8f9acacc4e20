import { linkQuestion } from '../../../server/src/questions/link/link-question.ts';
import type { Profile } from '../../../server/src/questions/profile.ts';
import { type Weights, weighQuestion } from '../../../server/src/questions/rank/weigh.ts';
import { type Collected, collect } from './collect.ts';
import { isRight, keysOfTarget } from './denotation.ts';
import { type Example, isOfDatabase } from './examples.ts';
import type { Manner } from './judged.ts';

/** How often a question of business counts: there are few of them. */
export const ownWeight = 4;

/** Candidates of a question as the trees see them. */
export interface Shown {
  example: Example;
  manner: Manner;
  /** Candidates x features. */
  features: Float32Array;
  right: Uint8Array;
}

export interface Lessons {
  examples: readonly Example[];
  tables: ReadonlyMap<string, Profile>;
}

/** Returns what is made of one question after another, by chance that is each question's own. */
export function lessonsOf({ examples, tables }: Lessons) {
  const blind = new Map([...tables].map(([file, table]) => [file, withoutRows(table)]));
  const tableOf = (from: ReadonlyMap<string, Profile>, { file }: Example) => from.get(file) as Profile;
  return {
    collect(at: number): (Collected & { isOwn?: boolean })[] {
      const example = examples[at];
      const table = tableOf(example.isOwn ? blind : tables, example);
      const one = collect(example, table, () => () => 0, 5000, chanceOf(at));
      return one ? [{ ...one, isOwn: example.isOwn }] : [];
    },
    show(at: number, weightsOf: readonly Weights[]): Shown[] {
      const [example, random] = [examples[at], chanceOf(at + examples.length)];
      const weights = weightsOf[example.fold];
      const isData = isOfDatabase(example);
      const shown = example.isOwn
        ? [show(example, 'own', tableOf(blind, example), weights)]
        : [show(example, isData ? 'database' : 'whole', tableOf(tables, example), weights)];
      if (!example.isOwn && random() < (isData ? 0.6 : 0.25))
        shown.push(show(example, isData ? 'large database' : 'blind', tableOf(blind, example), weights));
      const other = examples[Math.floor(random() * examples.length)];
      if (random() < 0.25 && other.file !== example.file)
        shown.push(show(example, 'strange', tableOf(random() < 0.5 ? tables : blind, other), weights));
      return shown;
    },
  };
}

/** A table that has more rows than are known. */
function withoutRows(table: Profile): Profile {
  return { ...table, row_count: 100 * table.row_count, columns: [...table.columns] };
}

function show(example: Example, manner: Manner, table: Profile, weights: Weights): Shown {
  const { outcomes, features } = weighQuestion(linkQuestion(example.question, table), weights);
  const target = keysOfTarget(example.answer);
  const right = Uint8Array.from(outcomes, (one) => (manner !== 'strange' && isRight(one, target) ? 1 : 0));
  return { example, manner, features: Float32Array.from(features), right };
}

function chanceOf(seed: number): () => number {
  let state = Math.imul(seed + 1, 2654435761) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
