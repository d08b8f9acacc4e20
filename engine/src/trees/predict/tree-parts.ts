import type { Forest } from '../forest/forest.ts';

/** Most nodes of a part: they are numbered by a byte, with one value more for rows that wait. */
const mostNodes = 255;

/** A piece of a tree that is small enough for a tile's bytes. */
export interface TreePart {
  /** Nodes of the forest by their number in the part: the root first, children side by side and behind their parent. */
  readonly nodes: readonly number[];
  /** Source of its rows: an earlier part of the tree and a node there; undefined for the root. */
  readonly from: { part: number; node: number } | undefined;
  /** By node, whether rows end here: it is a leaf, or another part begins with it. */
  readonly isEnd: readonly boolean[];
}

/**
 * Chooses where to cut the tree of nodes `root .. end` into small parts: 1 for each node that begins a part; undefined for
 * a tree that is small itself.
 */
function chooseCuts({ features, firstChildren }: Forest, root: number, end: number): Uint8Array | undefined {
  if (end - root <= mostNodes) return undefined;
  const isCut = new Uint8Array(end - root);
  const sizes = new Int32Array(end - root).fill(1);
  for (let node = end - 1; node >= root; node--) {
    if (features[node] < 0) continue;
    const left = firstChildren[node] - root;
    const [larger, smaller] = sizes[left] >= sizes[left + 1] ? [left, left + 1] : [left + 1, left];
    for (const child of [larger, smaller]) {
      if (1 + sizes[left] + sizes[left + 1] <= mostNodes) break;
      isCut[child] = 1;
      sizes[child] = 1;
    }
    sizes[node - root] = 1 + sizes[left] + sizes[left + 1];
  }
  return isCut;
}

/** Cuts the tree of nodes `root .. end` into parts, sources before targets. */
export function cutTree(forest: Forest, root: number, end: number): TreePart[] {
  const { features, firstChildren } = forest;
  const isCut = chooseCuts(forest, root, end);
  const starts: { node: number; from: TreePart['from'] }[] = [{ node: root, from: undefined }];
  const parts: TreePart[] = [];
  for (const { node: start, from } of starts) {
    const nodes = [start];
    const isEnd: boolean[] = [];
    for (let number = 0; number < nodes.length; number++) {
      const node = nodes[number];
      const goesOn = number > 0 && isCut?.[node - root] === 1;
      if (goesOn) starts.push({ node, from: { part: parts.length, node: number } });
      isEnd.push(goesOn || features[node] < 0);
      if (!isEnd[number]) nodes.push(firstChildren[node], firstChildren[node] + 1);
    }
    parts.push({ nodes, from, isEnd });
  }
  return parts;
}
