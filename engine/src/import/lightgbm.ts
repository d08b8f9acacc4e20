import { buildForest, describedFeatures, type Imported, mostCodes, refuseManyClasses } from './imported.ts';
import { checkSetSizes, ImportError, listNodes, raiseCodeCount, type SourceNode } from './source-tree.ts';

type Section = ReadonlyMap<string, string>;

/** Bits of `decision_type`. */
const categoryBit = 1;
const defaultLeftBit = 2;
const missingTypes = { none: 0, zero: 1, notANumber: 2 };

function readSection(text: string): Section {
  const lines = text.split(/\r?\n/).filter((line) => line.includes('='));
  return new Map(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

function readNumbers(section: Section, name: string, length?: number): number[] {
  const text = section.get(name);
  if (text === undefined) throw new ImportError(`Tree ${section.get('Tree')} has no ${name}.`);
  const numbers = text === '' ? [] : text.trim().split(/\s+/).map(Number);
  if (numbers.some(Number.isNaN) || (length !== undefined && numbers.length !== length)) {
    throw new ImportError(`${name} of tree ${section.get('Tree')} must be ${length ?? 'some'} numbers.`);
  }
  return numbers;
}

/** One tree of the file as parallel lists. */
interface RawTree {
  features: number[];
  thresholds: number[];
  decisions: number[];
  lefts: number[];
  rights: number[];
  gains: number[];
  covers: number[];
  leafValues: number[];
  leafCovers: number[];
  categoryStarts: number[];
  categoryWords: number[];
}

function readTree(section: Section): RawTree {
  if (section.get('is_linear') === '1') throw new ImportError('Trees with linear leaves are not supported.');
  const leaves = Number(section.get('num_leaves'));
  if (!(leaves >= 1 && leaves < 2 ** 24)) throw new ImportError(`Tree ${section.get('Tree')} has no num_leaves.`);
  const leafCovers = section.has('leaf_count') && leaves > 1 ? readNumbers(section, 'leaf_count', leaves) : [];
  const read = (name: string) => (leaves > 1 ? readNumbers(section, name, leaves - 1) : []);
  return {
    features: read('split_feature'),
    thresholds: read('threshold'),
    decisions: read('decision_type'),
    lefts: read('left_child'),
    rights: read('right_child'),
    gains: read('split_gain'),
    covers: section.has('internal_count') ? read('internal_count') : [],
    leafValues: readNumbers(section, 'leaf_value', leaves),
    leafCovers,
    categoryStarts: section.has('cat_boundaries') ? readNumbers(section, 'cat_boundaries') : [],
    categoryWords: section.has('cat_threshold') ? readNumbers(section, 'cat_threshold') : [],
  };
}

/** Returns the index of a category split's set in `categoryWords`. */
function findSet(tree: RawTree, node: number): [start: number, end: number] {
  const set = tree.thresholds[node];
  const [start, end] = [tree.categoryStarts[set] ?? 0, tree.categoryStarts[set + 1] ?? 0];
  if (!(start >= 0 && start <= end && end <= tree.categoryWords.length && end - start <= mostCodes / 32))
    throw new ImportError(`A category split must have its codes in cat_threshold, all below ${mostCodes}.`);
  return [start, end];
}

function countSetWords(tree: RawTree, node: number): number {
  const [start, end] = findSet(tree, node);
  return Math.max(1, end - start);
}

/** Returns the codes in the set of a category split, which go left. */
function listCodes(tree: RawTree, node: number): number[] {
  const codes: number[] = [];
  for (const [word, bits] of tree.categoryWords.slice(...findSet(tree, node)).entries()) {
    for (let bit = 0; bit < 32; bit++) if ((bits >>> bit) & 1) codes.push(word * 32 + bit);
  }
  return codes;
}

/** Returns whether missing values go left; LightGBM treats NaN as 0 when training had no missing values. */
function missingGoesLeft(decision: number, threshold: number): boolean {
  const missingType = (decision >> 2) & 3;
  if (missingType === missingTypes.zero) throw new ImportError('Models with zero_as_missing are not supported.');
  return missingType === missingTypes.none ? threshold >= 0 : (decision & defaultLeftBit) !== 0;
}

/** Leaves have negative numbers: -1 is leaf 0. */
function readNode(tree: RawTree, index: number, codeCounts: number[]): SourceNode {
  if (index < 0) {
    const value = tree.leafValues[~index];
    if (value === undefined) throw new ImportError(`A tree has no leaf ${~index}.`);
    return { isLeaf: true, value, cover: tree.leafCovers[~index] ?? 1 };
  }
  const [feature, decision, threshold] = [tree.features[index], tree.decisions[index], tree.thresholds[index]];
  if (!(feature >= 0 && feature < codeCounts.length)) throw new ImportError(`A tree has no node ${index}.`);
  const isCategory = (decision & categoryBit) !== 0;
  let leftBins: Uint8Array | undefined;
  if (isCategory) {
    leftBins = new Uint8Array(codeCounts[feature] + 1);
    for (const code of listCodes(tree, index)) leftBins[code] = 1;
  }
  return {
    isLeaf: false,
    feature,
    threshold,
    missingLeft: !isCategory && missingGoesLeft(decision, threshold),
    leftBins,
    left: tree.lefts[index],
    right: tree.rights[index],
    cover: tree.covers[index] ?? 1,
    gain: tree.gains[index],
  };
}

function countCodes(trees: readonly RawTree[], featureCount: number): number[] {
  const counts = new Array<number>(featureCount).fill(0);
  const splitFeatures = trees.map((tree) => {
    const nodes = [...tree.decisions.keys()].filter((node) => (tree.decisions[node] & categoryBit) !== 0);
    for (const node of nodes) raiseCodeCount(counts, tree.features[node], 32 * countSetWords(tree, node));
    return nodes.map((node) => tree.features[node]);
  });
  checkSetSizes(splitFeatures, counts);
  return counts;
}

/** Reads a model that LightGBM saved as text (`booster.save_model('model.txt')`). Throws an `ImportError`. */
export function importLightgbm(text: string): Imported {
  const [head, ...parts] = text.split(/\r?\nend of trees/)[0].split(/^(?=Tree=\d+\s*$)/m);
  const header = readSection(head);
  if (!head.startsWith('tree')) throw new ImportError('The file does not start with the line "tree".');
  const outputs = Number(header.get('num_tree_per_iteration') ?? 1);
  if (!(Number.isInteger(outputs) && outputs >= 1)) throw new ImportError('num_tree_per_iteration is out of range.');
  refuseManyClasses(outputs);
  const featureNames = (header.get('feature_names') ?? '').split(' ').filter((name) => name !== '');
  describedFeatures(featureNames.length, true);
  const trees = parts.map((part) => readTree(readSection(part)));
  if (trees.length === 0 || trees.length % outputs !== 0)
    throw new ImportError('num_tree_per_iteration does not fit the trees.');
  const codeCounts = countCodes(trees, featureNames.length);
  // The file of a random forest has a line of its own; its trees are averaged.
  const weight = /^average_output\s*$/m.test(head) ? outputs / trees.length : 1;
  const listed = trees.map((tree) => {
    const root = tree.features.length > 0 ? 0 : -1;
    const nodes = listNodes(
      (node) => readNode(tree, node, codeCounts),
      root,
      tree.features.length + tree.leafValues.length,
    );
    return nodes.map((node) => ({ ...node, value: node.value * weight }));
  });
  const forest = buildForest(listed, new Array<number>(outputs).fill(0), codeCounts);
  const categories = readCategories(text, header, featureNames.length);
  return {
    forest,
    featureNames,
    categories,
    library: 'LightGBM',
    objective: header.get('objective') ?? '',
    warnings: [],
  };
}

/**
 * Returns the names of categories from pandas, one list for each category column in order. Without a matching line,
 * callers give codes.
 */
function readCategories(text: string, header: Section, featureCount: number): (readonly string[] | null)[] {
  const none = new Array<null>(featureCount).fill(null);
  const line = /^pandas_categorical:(.*)$/m.exec(text)?.[1];
  const lists = line === undefined ? [] : parseLists(line);
  const infos = (header.get('feature_infos') ?? '').split(' ');
  const places = [...none.keys()].filter((feature) => isCategoryInfo(infos[feature]));
  if (lists.length !== places.length) return none;
  return none.map((_, feature) => lists[places.indexOf(feature)] ?? null);
}

/** `feature_infos` has `[low:high]` for numbers and codes such as `-1:0:2:1` for categories. */
function isCategoryInfo(info = ''): boolean {
  return info !== 'none' && info !== '' && !info.startsWith('[');
}

function isListOfNames(list: unknown): list is (string | number | boolean)[] {
  return Array.isArray(list) && list.every((name) => ['string', 'number', 'boolean'].includes(typeof name));
}

function parseLists(json: string): string[][] {
  try {
    const lists: unknown = JSON.parse(json);
    return Array.isArray(lists) && lists.every(isListOfNames) ? lists.map((list) => list.map(String)) : [];
  } catch {
    throw new ImportError('pandas_categorical is not JSON.');
  }
}
