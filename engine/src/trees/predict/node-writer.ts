import type { Forest } from '../forest/forest.ts';
import type { Arena } from '../state/arena.ts';

const nodeBytes = 16;
const missingRightFlag = 1;
const leafFlag = 2;
/** The kernel walks that many trees at once. */
const treesAtOnce = 4;

/** What the kernel may walk by now. */
interface Written {
  trees: number;
  /** The same in the list of roots, whose last places may hold trees that add 0. */
  places: number;
}

/** Addresses of a forest for the kernel, see engine/kernel/walk.wat. */
interface NodeWriter {
  nodes: number;
  values: number;
  /** 0 without categories. */
  sets: number;
  binMask: number;
  roots: number;
  /** Writes further trees of at least that many nodes, if there are as many. */
  writeMore(nodes: number): Written;
}

/** Prepares the memory for a forest's nodes, which are written tree by tree. */
export function createNodeWriter(arena: Arena, forest: Forest): NodeWriter {
  const { roots, values, features, categorySets } = forest;
  // One more node: the leaf that pads the list of trees.
  const nodes = arena.allocate((features.length + 1) * nodeBytes);
  const write = createRangeWriter(arena, forest, nodes);
  const places = Math.ceil(roots.length / treesAtOnce) * treesAtOnce;
  const rootList = arena.allocate(places * 4);
  const rootView = arena.integers(rootList, places).fill(nodes + features.length * nodeBytes);
  roots.forEach((root, tree) => {
    rootView[tree] = nodes + root * nodeBytes;
  });
  const valueList = arena.allocate((values.length + 1) * 8);
  const valueView = arena.doubles(valueList, values.length + 1);
  valueView[values.length] = -0; // changes no sum
  const hasCategories = forest.categoryWords.length > 0 && categorySets.some((set) => set >= 0);
  const { sets, binMask } = hasCategories ? writeSets(arena, forest) : { sets: 0, binMask: 0 };
  const written: Written = { trees: 0, places: 0 };
  return {
    nodes,
    values: valueList,
    sets,
    binMask,
    roots: rootList,
    writeMore(wanted) {
      if (written.trees === roots.length) return written;
      const first = roots[written.trees];
      let { places } = written;
      while (places < roots.length && roots[places] - first < wanted) places += treesAtOnce;
      const end = roots[places] ?? features.length;
      write(first, end);
      valueView.set(values.subarray(first, end), first);
      Object.assign(written, { places, trees: Math.min(places, roots.length) });
      return written;
    },
  };
}

/** Returns a function that writes some nodes; the leaf that pads the list of trees is written at once. */
function createRangeWriter(arena: Arena, forest: Forest, nodes: number): (start: number, end: number) => void {
  const { features, thresholds, firstChildren, missingLeft, categorySets } = forest;
  const count = features.length;
  const doubles = arena.doubles(nodes, (count + 1) * 2);
  const words = arena.integers(nodes, (count + 1) * 4);
  const writeLeaf = (node: number) => {
    doubles[node * 2] = Number.POSITIVE_INFINITY;
    words[node * 4 + 2] = 0;
    words[node * 4 + 3] = (nodes + node * nodeBytes) | leafFlag;
  };
  writeLeaf(count);
  return (start, end) => {
    for (let node = start; node < end; node++) {
      const feature = features[node];
      if (feature < 0) {
        writeLeaf(node);
        continue;
      }
      const isNumber = categorySets[node] < 0;
      doubles[node * 2] = isNumber ? thresholds[node] : Number.POSITIVE_INFINITY;
      words[node * 4 + 2] = feature * 8;
      words[node * 4 + 3] =
        (nodes + firstChildren[node] * nodeBytes) | (isNumber && missingLeft[node] === 0 ? missingRightFlag : 0);
    }
  };
}

/** Writes the complement of each category node's set, and one empty set for all other nodes. */
function writeSets(arena: Arena, forest: Forest): { sets: number; binMask: number } {
  const { categorySets, categoryWords, categoryBinCounts, features } = forest;
  const highestBin = Math.max(31, ...categoryBinCounts);
  const setBits = 2 ** Math.ceil(Math.log2(highestBin + 1));
  const splits = features.filter((_, node) => categorySets[node] >= 0).length;
  const sets = arena.allocate((features.length + 1) * 4);
  const empty = arena.allocate(((splits + 1) * setBits) / 8);
  const setWords = setBits / 32;
  const addresses = arena.integers(sets, features.length + 1).fill(empty);
  const words = arena.integers(empty, (splits + 1) * setWords).fill(0);
  let next = setWords;
  categorySets.forEach((set, node) => {
    if (set < 0) return;
    addresses[node] = empty + next * 4;
    for (let word = 0; word <= categoryBinCounts[features[node]] >>> 5; word++) {
      words[next + word] = ~categoryWords[set + word];
    }
    next += setWords;
  });
  return { sets, binMask: setBits - 1 };
}
