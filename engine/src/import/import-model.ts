import { plainProfile } from '../columns/profile.ts';
import type { ClassLabel, ColumnKind, FeatureDescription } from '../description.ts';
import { type Encoder, encodeCategory, encodeNumber } from '../encoding/encoder.ts';
import { findInfiniteScore } from '../learners/boosting/finite-outputs.ts';
import { fittedForest } from '../learners/boosting/fitted-forest.ts';
import type { Model, ModelDescription } from '../model.ts';
import { createModel } from '../prediction/trained-model.ts';
import { countOutputs, type Forest, sumGains } from '../trees/forest/forest.ts';
import type { Imported } from './imported.ts';
import { importLightgbm } from './lightgbm.ts';
import { type Meaning, meaningOf } from './objectives.ts';
import { ImportError } from './source-tree.ts';
import { importXgboost } from './xgboost.ts';

export { ImportError };

/** Options that supply what a file of another library lacks. */
export interface ImportRequest {
  /** Name of what is predicted. */
  target: string;
  /** Names of the features in order, replacing those in the file. */
  featureNames?: readonly string[];
  /** Labels of the classes in their order; 0, 1, … when absent. */
  classes?: readonly string[];
}

/**
 * Imports a model that XGBoost saved as JSON or LightGBM as text. It predicts the same to 1e-6. Its errors are unknown,
 * so it has no bounds, confidence NaN and accuracy null. Throws an `ImportError` for the owner of the file.
 */
export function importModel(text: string, request: ImportRequest): Model {
  try {
    return buildModel(text, request);
  } catch (error) {
    if (error instanceof RangeError) throw new ImportError(`The model is too large: ${error.message}`);
    throw error;
  }
}

function buildModel(text: string, request: ImportRequest): Model {
  const imported = /^\s*\{/.test(text) ? importXgboost(text, request.featureNames !== undefined) : importLightgbm(text);
  const meaning = meaningOf(imported.objective);
  const names = nameFeatures(imported, request);
  const forest = scaleForest(imported.forest, meaning.scale);
  const infinite = findInfiniteScore(forest, meaning.link);
  if (infinite !== undefined)
    throw new ImportError(`The trees can add up to ${infinite}, whose output is not a finite number.`);
  const classes = labelClasses(forest, meaning, request.classes);
  const encoders = imported.categories.map((categories, input) => encodeFeature(names[input], input, categories));
  const kinds = imported.categories.map((categories): ColumnKind => (categories ? 'category' : 'number'));
  const targetKind = request.classes ? 'category' : 'number';
  const outputs = Math.max(1, classes?.length ?? 1);
  return createModel({
    description: describeImported({ imported, forest, meaning, request, names, kinds, classes }),
    profiles: names.map((name, input) => plainProfile(name, kinds[input])),
    encoders: encoders.map((encoder, input) => ({ input, slot: input, encoder })),
    featureCount: names.length,
    targetProfile: plainProfile(request.target, targetKind),
    // The training rows are unknown, so explanations compare with a row of which nothing is known.
    reference: { count: 1, cells: new Float64Array(names.length).fill(Number.NaN) },
    incomplete: null,
    members: [{ weight: 1, model: fittedForest(forest, outputs, meaning.link) }],
    finish: { kind: 'none' },
  });
}

function nameFeatures({ featureNames }: Imported, { featureNames: given, target }: ImportRequest): readonly string[] {
  const names = given ?? featureNames;
  if (names.length !== featureNames.length)
    throw new ImportError(`The file has ${featureNames.length} features, but ${names.length} names are given.`);
  const met = new Set<string>();
  for (const name of names)
    if (met.size === met.add(name).size) throw new ImportError(`Two features are called ${name}.`);
  if (met.has(target)) throw new ImportError(`The target and a feature are both called ${target}.`);
  return names;
}

function scaleForest(forest: Forest, scale: number): Forest {
  if (scale === 1) return forest;
  const times = (values: Float64Array) => values.map((value) => value * scale);
  return { ...forest, initialScores: times(forest.initialScores), values: times(forest.values) };
}

/** Returns the labels of the classes; null for regressions. Two classes share one raw score. */
function labelClasses(
  forest: Forest,
  { task }: Meaning,
  given: readonly string[] | undefined,
): readonly ClassLabel[] | null {
  const scores = countOutputs(forest);
  if (task === 'regression' || task === 'binary') {
    if (scores !== 1) throw new ImportError(`The objective has one score for each row, but the file has ${scores}.`);
    if (task === 'regression' && given) throw new ImportError('The file predicts a number: it has no classes to name.');
  }
  if (task === 'multiclass' && scores < 2) throw new ImportError('The file has one class.');
  if (task === 'regression') return null;
  const count = task === 'binary' ? 2 : scores;
  if (given && (given.length !== count || new Set(given).size !== count))
    throw new ImportError(`The file has ${count} classes: it needs as many different names.`);
  return given ?? Array.from({ length: count }, (_, label) => label);
}

function encodeFeature(name: string, input: number, categories: readonly string[] | null): Encoder {
  return categories ? encodeCategory(name, input, categories, false) : encodeNumber(name, input);
}

interface ImportedParts {
  imported: Imported;
  forest: Forest;
  meaning: Meaning;
  request: ImportRequest;
  names: readonly string[];
  kinds: readonly ColumnKind[];
  classes: readonly ClassLabel[] | null;
}

function describeImported(parts: ImportedParts): ModelDescription {
  const { imported, forest, meaning, request, names, kinds, classes } = parts;
  const gains = sumGains(forest).map((gain) => Math.max(gain, 0));
  const total = gains.reduce((sum, gain) => sum + gain, 0);
  const importances = [...gains].map((gain) => (total > 0 && total < Number.POSITIVE_INFINITY ? gain / total : 0));
  const { library, objective } = imported;
  return {
    target: request.target,
    task: meaning.task,
    inputs: [...names],
    knownColumns: [...names],
    classes: classes && [...classes],
    rowCount: 0,
    accuracies: {},
    accuracy: null,
    columnImportances: Object.fromEntries(names.map((name, input) => [name, importances[input]])),
    importanceSpreads: {},
    importanceLosses: {},
    baseline: {},
    standardErrors: {},
    validation: null,
    thresholds: [],
    stages: [`imported from ${library}`, 'boosted trees'],
    features: names.map((name, input) => describeFeature(name, kinds[input], importances[input])),
    candidates: [],
    ranges: [],
    calibration: [],
    coverage: [],
    confusionMatrix: null,
    residuals: null,
    learning: null,
    warnings: imported.warnings,
    dependence: [],
    plan: { task: meaning.task, imported: { library, objective, trees: forest.roots.length } },
    trainingSeconds: 0,
  };
}

function describeFeature(column: string, type: ColumnKind, importance: number): FeatureDescription {
  return { column, type, encoder: type, role: 'feature', importance, missing: 0, distinct: 0 };
}
