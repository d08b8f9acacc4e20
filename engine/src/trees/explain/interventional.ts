import { countFeatures, type Forest } from '../forest/forest.ts';
import { goesLeft, readRow } from './goes-left.ts';
import { followLeaves, type LeafPaths } from './leaf-paths.ts';
import { compressBackground, type LeafBackground, shareLeaf } from './leaf-shares.ts';

/** Leaves that depend on more inputs than this are computed for each row. */
const mostKept = 8;
/** Entries of the index of kept values, and kept values: about 4 and 8 MB. */
const [mostIndex, mostValues] = [2 ** 20, 2 ** 20];
const [notYet, nothing] = [0, -1];

/**
 * Exact interventional TreeSHAP (Lundberg et al. 2020) for a forest of one output: unknown inputs take their cells from
 * the rows of `background`. A leaf's contribution for each set of failed inputs is cached (after Zern et al. 2023).
 * Undefined for trees with too many inputs.
 */
export function explainOverBackground(
  forest: Forest,
  background: Float64Array,
  inputOf: Int32Array,
): ((row: Float64Array, weight: number, out: Float64Array, start: number) => void) | undefined {
  const paths = followLeaves(forest, inputOf);
  if (!paths) return undefined;
  const leaves = readLeaves(forest, paths, background);
  const { features, firstChildren, roots } = forest;
  const { bits, counts } = paths;
  const failed = new Int32Array(features.length);
  const row = new Float64Array(countFeatures(forest));
  const kept = createKept(leaves);
  return (values, weight, out, start) => {
    readRow(forest, values, 0, row);
    for (let tree = 0; tree < roots.length; tree++) failed[roots[tree]] = 0;
    for (let node = 0; node < features.length; node++) {
      const missed = failed[node];
      if (features[node] >= 0) {
        const left = firstChildren[node];
        const isLeft = goesLeft(forest, node, row[features[node]]);
        failed[left] = isLeft ? missed : missed | bits[node];
        failed[left + 1] = isLeft ? missed | bits[node] : missed;
      } else kept.add(node, missed, counts[node], weight, out, start);
    }
  };
}

interface Leaves {
  /** By node; undefined for splits. */
  backgrounds: (LeafBackground | undefined)[];
  /** Inputs of all leaves, those of a leaf from `firstInputs[node]` on. */
  inputs: Int32Array;
  firstInputs: Int32Array;
  counts: Int32Array;
}

function readLeaves(forest: Forest, paths: LeafPaths, background: Float64Array): Leaves {
  const { features, values } = forest;
  const width = countFeatures(forest);
  const rows = Math.floor(background.length / width);
  const failed = Array.from({ length: rows }, (_, row) => {
    const nodes = new Int32Array(features.length);
    paths.fail(background, row * width, nodes);
    return nodes;
  });
  const inputs: number[] = [];
  const firstInputs = new Int32Array(features.length);
  const backgrounds = Array.from(features, (feature, node) => {
    if (feature >= 0) return undefined;
    firstInputs[node] = inputs.length;
    inputs.push(...paths.inputsOf(node));
    return compressBackground(
      values[node],
      Int32Array.from(failed, (nodes) => nodes[node]),
    );
  });
  return { backgrounds, inputs: Int32Array.from(inputs), firstInputs, counts: paths.counts };
}

/** Cache of what leaves add for sets of failed inputs. */
function createKept({ backgrounds, counts, inputs, firstInputs }: Leaves) {
  const starts = new Int32Array(backgrounds.length).fill(-1);
  let indexed = 0;
  for (const [node, leaf] of backgrounds.entries()) {
    if (!leaf || counts[node] > mostKept || indexed + 2 ** counts[node] > mostIndex) continue;
    starts[node] = indexed;
    indexed += 2 ** counts[node];
  }
  const index = new Int32Array(indexed);
  // The first places are for values that are not cached, so no cached value begins at 0.
  const scratch = 32;
  let values = new Float64Array(1024);
  let top = scratch;

  function work(node: number, failed: number, count: number): number {
    const place = starts[node] < 0 || top + count > mostValues ? -1 : starts[node] + failed;
    const at = place < 0 ? 0 : top;
    if (at + count > values.length) values = grown(values);
    const isReached = shareLeaf(backgrounds[node]!, failed, count, values.subarray(at, at + count));
    if (place < 0) return isReached ? at : nothing;
    if (isReached) top += count;
    index[place] = isReached ? at : nothing;
    return index[place];
  }

  return {
    /** Adds what a leaf adds, times `weight`. */
    add(node: number, failed: number, count: number, weight: number, out: Float64Array, start: number): void {
      const known = starts[node] < 0 ? notYet : index[starts[node] + failed];
      const at = known === notYet ? work(node, failed, count) : known;
      if (at === nothing) return;
      const first = firstInputs[node];
      for (let bit = 0; bit < count; bit++) out[start + inputs[first + bit]] += weight * values[at + bit];
    },
  };
}

function grown(values: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * values.length);
  larger.set(values);
  return larger;
}
