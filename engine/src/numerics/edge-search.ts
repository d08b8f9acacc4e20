/** Ascending numbers with a grid over their range, which says between which of them a value is searched. */
export interface EdgeSearch {
  edges: Float64Array;
  low: number;
  /** Cells of the grid for each unit; 0 where all edges lie in one cell. */
  scale: number;
  /** Number of edges before each cell of the grid, and of all. */
  starts: Int32Array;
}

const [cellsOfEdge, mostCells] = [4, 4096];

/** Values in one cell of the grid have an edge or two to be compared with, where a search in all misses branch by branch. */
export function prepareEdges(edges: Float64Array): EdgeSearch {
  const low = edges[0] ?? 0;
  const cells = Math.min(mostCells, cellsOfEdge * edges.length);
  const perUnit = cells / (edges[edges.length - 1] - low);
  const isEven = perUnit > 0 && Number.isFinite(perUnit);
  const search = { edges, low, scale: isEven ? perUnit : 0, starts: new Int32Array(isEven ? cells + 1 : 2) };
  const { starts } = search;
  for (const edge of edges) starts[cellOf(search, edge) + 1] += 1;
  for (let cell = 1; cell < starts.length; cell++) starts[cell] += starts[cell - 1];
  return search;
}

/** It never falls as values rise, whatever is rounded, so edges of lower cells are lower. */
function cellOf({ low, scale, starts }: EdgeSearch, value: number): number {
  if (scale === 0) return 0;
  const cell = (value - low) * scale;
  return cell > 0 ? Math.trunc(Math.min(cell, starts.length - 2)) : 0;
}

/** Returns how many edges lie below a number. */
export function countBelow(search: EdgeSearch, value: number): number {
  const { edges, starts } = search;
  const cell = cellOf(search, value);
  let low = starts[cell];
  let high = starts[cell + 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (edges[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
