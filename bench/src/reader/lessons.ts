import { linkQuestion } from '../../../server/src/questions/link/link-question.ts';
import type { Profile } from '../../../server/src/questions/profile.ts';
import { askedOf } from '../../../server/src/questions/rank/features.ts';
import { trustNames, writeTrustFeatures } from '../../../server/src/questions/rank/trust-features.ts';
import { allNames, type Weights, weighQuestion } from '../../../server/src/questions/rank/weigh.ts';
import { type Collected, collect } from './collect.ts';
import { type Example, isOfDatabase } from './examples.ts';
import { meaningOf } from './is-meant.ts';
import type { Manner } from './judged.ts';
import { withOtherWord } from './other-words.ts';

/** Candidates of a question as the trees see them. */
export interface Shown {
  example: Example;
  manner: Manner;
  /** Candidates x features. */
  features: Float32Array;
  right: Uint8Array;
  /** Candidates x features of trust. */
  trust: Float32Array;
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
    collect(at: number): (Collected & { weight?: number })[] {
      const example = examples[at];
      const table = tableOf(example.isOwn ? blind : tables, example);
      const one = collect(example, table, () => () => 0, 5000, chanceOf(at));
      return one ? [{ ...one, weight: example.weight }] : [];
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
      // Small tables of business are known whole
      if (example.isOwn && random() < 0.3) shown.push(show(example, 'whole', tableOf(tables, example), weights));
      const other = examples[Math.floor(random() * examples.length)];
      if (random() < 0.25 && other.file !== example.file)
        shown.push(show(example, 'strange', tableOf(random() < 0.5 ? tables : blind, other), weights));
      const asked = random() < 0.4 ? withOtherWord(example.question, other.question, random) : undefined;
      if (asked !== undefined && other.file !== example.file)
        shown.push(
          show(
            { ...example, question: asked },
            'other word',
            tableOf(random() < 0.3 ? tables : blind, example),
            weights,
          ),
        );
      return shown;
    },
  };
}

/** A table that has more rows than are known. */
function withoutRows(table: Profile): Profile {
  return { ...table, row_count: 100 * table.row_count, columns: [...table.columns] };
}

function show(example: Example, manner: Manner, table: Profile, weights: Weights): Shown {
  const question = linkQuestion(example.question, table);
  const { candidates, outcomes, features } = weighQuestion(question, weights);
  const isMeant = meaningOf(example);
  const isAnswered = manner !== 'strange' && manner !== 'other word';
  const right = Uint8Array.from(candidates, (one, at) => (isAnswered && isMeant(one, outcomes[at]) ? 1 : 0));
  const asked = askedOf(question);
  const trust = new Float32Array(candidates.length * trustNames.length);
  for (const [at, candidate] of candidates.entries()) {
    const own = { features, from: at * allNames.length };
    writeTrustFeatures(asked, candidate, own, trust, at * trustNames.length);
  }
  return { example, manner, features: Float32Array.from(features), right, trust };
}

function chanceOf(seed: number): () => number {
  let state = Math.imul(seed + 1, 2654435761) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
