import type { Link } from '../learners/boosting/links.ts';
import { ImportError } from './source-tree.ts';

/** How a library's objective transforms raw scores. */
export interface Meaning {
  task: 'regression' | 'binary' | 'multiclass';
  link: Link;
  /** Raw scores are multiplied by this before the link. */
  scale: number;
}

const number: Meaning = { task: 'regression', link: 'none', scale: 1 };
const share: Meaning = { task: 'regression', link: 'sigmoid', scale: 1 };
const positive: Meaning = { task: 'regression', link: 'exponential', scale: 1 };
const twoClasses: Meaning = { task: 'binary', link: 'logistic', scale: 1 };
const manyClasses: Meaning = { task: 'multiclass', link: 'softmax', scale: 1 };

/** Keyed by the first word of the objective in the library's file. */
const meanings: Record<string, Meaning> = {
  'binary:logistic': twoClasses,
  'binary:logitraw': number,
  'reg:logistic': share,
  'count:poisson': positive,
  'reg:gamma': positive,
  'reg:tweedie': positive,
  'reg:squarederror': number,
  'reg:absoluteerror': number,
  'reg:pseudohubererror': number,
  'reg:quantileerror': number,
  'multi:softprob': manyClasses,
  'multi:softmax': manyClasses,
  'rank:pairwise': number,
  'rank:ndcg': number,
  'rank:map': number,
  regression: number,
  regression_l1: number,
  huber: number,
  fair: number,
  quantile: number,
  mape: number,
  lambdarank: number,
  rank_xendcg: number,
  poisson: positive,
  gamma: positive,
  tweedie: positive,
  cross_entropy: share,
  binary: twoClasses,
  multiclass: manyClasses,
};

/** Parses an objective with its parameters, for example `binary sigmoid:1`. Throws an `ImportError` for an unknown one. */
export function meaningOf(objective: string): Meaning {
  const [name, ...parameters] = objective.trim().split(/\s+/);
  if (!Object.hasOwn(meanings, name))
    throw new ImportError(
      `The objective ${name || '(none)'} is not supported; these are: ${Object.keys(meanings).join(', ')}.`,
    );
  const meaning = meanings[name];
  if (name === 'regression' && parameters.includes('sqrt')) return { ...meaning, link: 'signed square' };
  const sigmoid = parameters.find((parameter) => parameter.startsWith('sigmoid:'));
  const scale = sigmoid === undefined ? 1 : Number(sigmoid.slice('sigmoid:'.length));
  if (!(scale > 0 && scale < 1e6)) throw new ImportError(`The objective has ${sigmoid}, which must be above 0.`);
  return { ...meaning, scale };
}
