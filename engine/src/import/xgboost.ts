import type { TreeNode } from '../trees/forest/forest-builder.ts';
import { largestBelowAsSingle } from './float32.ts';
import { buildForest, describedFeatures, type Imported, mostCodes, refuseManyClasses } from './imported.ts';
import { Field } from './json-fields.ts';
import { checkSetSizes, ImportError, listNodes, raiseCodeCount, type SourceNode } from './source-tree.ts';

/** Transforms `base_score` into a raw score, by objective. */
const links: Record<string, (score: number) => number> = {
  'binary:logistic': toLogOdds,
  'binary:logitraw': toLogOdds,
  'reg:logistic': toLogOdds,
  'count:poisson': Math.log,
  'reg:gamma': Math.log,
  'reg:tweedie': Math.log,
  'reg:squarederror': Number,
  'reg:absoluteerror': Number,
  'reg:pseudohubererror': Number,
  'reg:quantileerror': Number,
  'multi:softprob': Number,
  'multi:softmax': Number,
  'rank:pairwise': Number,
  'rank:ndcg': Number,
  'rank:map': Number,
};

function toLogOdds(share: number): number {
  return Math.log(share / (1 - share));
}

/**
 * In XGBoost, codes that no split lists go left. In our forests, codes beyond this number go where missing values go.
 */
const fewestCodes = 255;

/** One tree of the document as parallel lists. */
interface RawTree {
  features: number[];
  conditions: number[];
  lefts: number[];
  rights: number[];
  defaultLefts: number[];
  covers: number[];
  gains: number[];
  isCategory: number[];
  /** By node, the codes that go right. */
  rightCodes: Map<number, number[]>;
}

function readRightCodes(tree: Field): Map<number, number[]> {
  const categories = tree.find('categories')?.numbers() ?? [];
  const nodes = tree.find('categories_nodes')?.numbers() ?? [];
  const starts = tree.find('categories_segments')?.numbers(nodes.length) ?? [];
  const sizes = tree.find('categories_sizes')?.numbers(nodes.length) ?? [];
  if (sizes.reduce((sum, size) => sum + size, 0) > categories.length)
    throw new ImportError(`${tree.path}.categories_sizes is more than there are categories.`);
  const codes = new Map(
    nodes.map((node, index) => [node, categories.slice(starts[index], starts[index] + sizes[index])]),
  );
  if (categories.some((code) => !(Number.isInteger(code) && code >= 0 && code < mostCodes))) {
    throw new ImportError(`${tree.path}.categories must hold codes below ${mostCodes}.`);
  }
  return codes;
}

function readTree(tree: Field): RawTree {
  if (Number(tree.find('tree_param')?.find('size_leaf_vector')?.text() ?? 1) > 1)
    throw new ImportError('Trees with a list of values in each leaf are not supported.');
  const lefts = tree.get('left_children').numbers();
  const count = lefts.length;
  return {
    lefts,
    rights: tree.get('right_children').numbers(count),
    features: tree.get('split_indices').numbers(count),
    conditions: tree.get('split_conditions').numbers(count),
    defaultLefts: tree.get('default_left').numbers(count),
    covers: tree.get('sum_hessian').numbers(count),
    gains: tree.get('loss_changes').numbers(count),
    isCategory: tree.find('split_type')?.numbers(count) ?? lefts.map(() => 0),
    rightCodes: readRightCodes(tree),
  };
}

function readNode(tree: RawTree, index: number, codeCounts: number[]): SourceNode {
  if (!(index >= 0 && index < tree.lefts.length)) throw new ImportError(`A tree has no node ${index}.`);
  const cover = tree.covers[index];
  if (tree.lefts[index] === -1) return { isLeaf: true, value: tree.conditions[index], cover };
  const feature = tree.features[index];
  if (!(feature >= 0 && feature < codeCounts.length)) throw new ImportError(`There is no feature ${feature}.`);
  const missingLeft = tree.defaultLefts[index] === 1;
  return {
    isLeaf: false,
    feature,
    threshold: largestBelowAsSingle(tree.conditions[index]),
    missingLeft,
    leftBins: tree.isCategory[index] === 1 ? listLeftBins(tree, index, codeCounts[feature], missingLeft) : undefined,
    left: tree.lefts[index],
    right: tree.rights[index],
    cover,
    gain: tree.gains[index],
  };
}

function listLeftBins(tree: RawTree, index: number, codeCount: number, missingLeft: boolean): Uint8Array {
  const leftBins = new Uint8Array(codeCount + 1).fill(1);
  for (const code of tree.rightCodes.get(index) ?? []) leftBins[code] = 0;
  leftBins[codeCount] = missingLeft ? 1 : 0;
  return leftBins;
}

/** Returns the number of codes of each feature: 0 for numbers. */
function countCodes(trees: readonly RawTree[], categories: Imported['categories']): number[] {
  const counts = new Array<number>(categories.length).fill(0);
  for (const tree of trees) {
    tree.isCategory.forEach((isCategory, node) => {
      if (isCategory !== 1 || tree.lefts[node] === -1) return;
      const highest = (tree.rightCodes.get(node) ?? []).reduce((most, code) => Math.max(most, code), -1);
      const known = categories[tree.features[node]]?.length ?? 0;
      raiseCodeCount(counts, tree.features[node], Math.max(fewestCodes, known, highest + 1));
    });
  }
  const splitFeatures = trees.map(({ isCategory, lefts, features }) =>
    features.filter((_, node) => isCategory[node] === 1 && lefts[node] !== -1),
  );
  checkSetSizes(splitFeatures, counts);
  return counts;
}

/** XGBoost lists the outputs of a round in any order; ours alternate in a fixed order. */
function takeTurns<Tree>(trees: readonly Tree[], outputOf: readonly number[], outputs: number): Tree[] {
  const queues = Array.from({ length: outputs }, (): Tree[] => []);
  for (const [index, tree] of trees.entries()) queues[outputOf[index]]?.push(tree);
  if (queues.some((queue) => queue.length !== queues[0].length)) {
    throw new ImportError('The classes have different numbers of trees.');
  }
  return queues[0].flatMap((_, round) => queues.map((queue) => queue[round]));
}

function scaleLeaves(nodes: TreeNode[], weight: number): TreeNode[] {
  return weight === 1 ? nodes : nodes.map((node) => ({ ...node, value: node.value * weight }));
}

/** `base_score` is one number, or since XGBoost 3.1 a list with one per class. */
function readBaseScores(learner: Field, objective: string, outputs: number): number[] {
  if (!Object.hasOwn(links, objective)) {
    throw new ImportError(`The objective ${objective} is not supported; these are: ${Object.keys(links).join(', ')}.`);
  }
  const link = links[objective];
  const numbers = learner
    .get('learner_model_param')
    .get('base_score')
    .text()
    .replace(/[[\]]/g, '')
    .split(',')
    .map((one) => (one.trim() === '' ? Number.NaN : Number(one)));
  const scores = Array.from({ length: outputs }, (_, output) => link(Math.fround(numbers[output] ?? numbers[0])));
  if (!scores.every(Number.isFinite)) throw new ImportError('learner_model_param.base_score is out of range.');
  return scores;
}

/**
 * Reads a model that XGBoost saved as JSON (boosters gbtree and dart). XGBoost compares values in single precision, so
 * thresholds are moved to give the same result for doubles. Throws an `ImportError`.
 */
export function importXgboost(text: string, isNamed = false): Imported {
  const document = parseJson(text);
  const learner = document.get('learner');
  const booster = learner.get('gradient_booster');
  const name = booster.get('name').text();
  if (name !== 'gbtree' && name !== 'dart') throw new ImportError(`The booster must be gbtree or dart, got ${name}.`);
  const { model, weights } = name === 'dart' ? readDart(booster) : { model: booster.get('model'), weights: undefined };
  const parameters = learner.get('learner_model_param');
  const outputs = Math.max(1, Number(parameters.get('num_class').text()));
  const featureCount = Number(parameters.get('num_feature').text());
  const isCount = (number: number) => Number.isInteger(number) && number >= 0;
  if (!isCount(outputs) || !isCount(featureCount)) throw new ImportError('num_class or num_feature is out of range.');
  refuseManyClasses(outputs);
  if (Number(parameters.find('num_target')?.text() ?? 1) > 1)
    throw new ImportError('The file predicts several targets: one is supported.');
  const names = learner.find('feature_names')?.list() ?? [];
  const read = model.get('trees').list().map(readTree);
  const inputs = listInputs(read, featureCount, names.length, isNamed);
  const trees = inputs.length < featureCount ? renumber(read, inputs) : read;
  const categories = readCategories(model, inputs);
  const codeCounts = countCodes(trees, categories);
  const listed = trees.map((tree, index) =>
    scaleLeaves(
      listNodes((node) => readNode(tree, node, codeCounts), 0, tree.lefts.length),
      weights?.[index] ?? 1,
    ),
  );
  const objective = learner.get('objective').get('name').text();
  const initialScores = readBaseScores(learner, objective, outputs);
  const inTurn = takeTurns(listed, model.get('tree_info').numbers(trees.length), outputs);
  const featureNames = inputs.map((feature) => names[feature]?.text() ?? `f${feature}`);
  const forest = buildForest(inTurn, initialScores, codeCounts);
  return {
    forest,
    featureNames,
    categories,
    library: 'XGBoost',
    objective,
    warnings: warnOfUnused(featureCount - inputs.length),
  };
}

/** Returns the features that are inputs, ascending. */
function listInputs(trees: readonly RawTree[], featureCount: number, named: number, isNamed: boolean): number[] {
  const used = new Set(Array.from({ length: Math.min(named, featureCount) }, (_, feature) => feature));
  for (const { features, lefts } of trees)
    for (const [node, feature] of features.entries())
      if (lefts[node] !== -1 && Number.isInteger(feature) && feature >= 0 && feature < featureCount) used.add(feature);
  return describedFeatures(featureCount, isNamed || named >= featureCount, used);
}

/** Numbers the features of splits by their place among the inputs. */
function renumber(trees: readonly RawTree[], inputs: readonly number[]): RawTree[] {
  const places = new Map(inputs.map((feature, place) => [feature, place]));
  return trees.map((tree) => ({ ...tree, features: tree.features.map((feature) => places.get(feature) ?? feature) }));
}

function warnOfUnused(count: number): string[] {
  if (count === 0) return [];
  return [`${count} features that no tree uses and the file does not name are not inputs of the model.`];
}

/** Since XGBoost 3.1 files hold the names of categories: texts as bytes with offsets, or numbers. */
function readCategories(model: Field, inputs: readonly number[]): Imported['categories'] {
  const lists = model.find('cats')?.find('enc')?.list() ?? [];
  return inputs.map((feature) => readNames(lists[feature]));
}

function readNames(list: Field | undefined): readonly string[] | null {
  const values = list?.find('values')?.numbers() ?? [];
  if (values.length === 0) return null;
  const offsets = list?.find('offsets')?.numbers();
  if (offsets === undefined) return values.map(String);
  // Names that overlap could be a thousand times longer than the file.
  if (offsets.some((offset, index) => !(offset >= (offsets[index - 1] ?? 0) && offset <= values.length)))
    throw new ImportError(`${list?.path}.offsets must rise and end within the values.`);
  const bytes = Uint8Array.from(values);
  const names = offsets
    .slice(1, mostCodes)
    .map((end, index) => new TextDecoder().decode(bytes.subarray(offsets[index], end)));
  return names;
}

function readDart(booster: Field): { model: Field; weights: number[] } {
  return { model: booster.get('gbtree').get('model'), weights: booster.get('weight_drop').numbers() };
}

function parseJson(text: string): Field {
  try {
    return new Field(JSON.parse(text), 'model');
  } catch {
    throw new ImportError('The file is not JSON (XGBoost writes it when the name ends in .json, not in .ubj).');
  }
}
