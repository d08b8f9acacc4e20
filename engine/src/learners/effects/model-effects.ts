import type { Encoded } from '../../encoding/frame.ts';
import type { Labels } from '../../target/labels.ts';
import type { Split } from '../contract.ts';
import { chooseTerms, type Plan } from './choose-terms.ts';
import { fitEffects } from './fit-effects.ts';
import { codeRows, levelRows, makeTerm, type Term, type View } from './levels.ts';

/** A score that is a sum of effects. */
export interface EffectsModel {
  views: readonly View[];
  terms: readonly Term[];
  effects: readonly Float64Array[];
  intercept: number;
}

const passes = 12;

/** Returns what each sum of effects is fitted to: the labels of numbers and two classes, else 0 or 1 for each class. */
export function truthsOf({ values, classCount }: Labels): Float64Array[] {
  if (classCount <= 2) return [values];
  return Array.from({ length: classCount }, (_, label) => values.map((value) => Number(value === label)));
}

/** Chooses the terms of all outputs by one of them: of more than two classes by the commonest. */
export function planEffects({ encoded, labels, train, seed }: Split): Plan {
  const truths = truthsOf(labels);
  const sumOf = (truth: Float64Array) => train.reduce((sum, row) => sum + truth[row], 0);
  const [first] = labels.classCount > 2 ? truths.toSorted((a, b) => sumOf(b) - sumOf(a)) : truths;
  const isClass = labels.classCount > 0;
  const scale = isClass ? unscaled : scaleOf(first, train);
  const truth = isClass ? first : first.map((value) => (value - scale.center) / scale.unit);
  return chooseTerms(encoded, truth, isClass, train, seed);
}

/** Numbers are fitted in units of their standard deviation, whatever their own unit is. */
interface Scale {
  center: number;
  unit: number;
}

const unscaled: Scale = { center: 0, unit: 1 };

function scaleOf(truth: Float64Array, rows: Int32Array): Scale {
  const center = rows.reduce((sum, row) => sum + truth[row] / rows.length, 0);
  const furthest = rows.reduce((most, row) => Math.max(most, Math.abs(truth[row] - center)), 0);
  // Squares of very large numbers would overflow, and those of very small ones vanish.
  const squares = rows.reduce((sum, row) => sum + ((truth[row] - center) / furthest) ** 2 / rows.length, 0);
  const unit = furthest * Math.sqrt(squares);
  return { center, unit: unit > 0 && Number.isFinite(unit) ? unit : 1 };
}

/** Fits the effects of a plan on some rows. */
export function modelEffects(
  { views, sets }: Plan,
  encoded: Encoded,
  truth: Float64Array,
  isClass: boolean,
  rows: Int32Array,
): EffectsModel {
  const codes = views.map((view) => codeRows(view, encoded, rows));
  const terms = sets.map((set) => makeTerm(set, views, codes));
  const { center, unit } = isClass ? unscaled : scaleOf(truth, rows);
  const fitted = fitEffects(
    {
      levels: terms.map((term) => levelRows(term, views, codes)),
      levelCounts: terms.map(({ levels }) => levels.size),
      truth: Float64Array.from(rows, (row) => (truth[row] - center) / unit),
      isClass,
    },
    passes,
  );
  return {
    views,
    terms,
    effects: fitted.terms.map(({ effects }) => effects.map((effect) => unit * effect)),
    intercept: center + unit * fitted.intercept,
  };
}
