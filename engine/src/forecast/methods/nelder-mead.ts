interface Vertex {
  point: Float64Array;
  value: number;
}

/** The search ends when the values of the simplex differ by less than this; the objectives here are logarithms. */
const tolerance = 1e-7;

/**
 * Nelder and Mead's simplex search (1965) for a minimum near `start`; `steps` are the edges of the first simplex. It
 * suits functions of few dimensions without a gradient. NaN counts as infinitely bad.
 */
export function searchSimplex(
  objective: (point: Float64Array) => number,
  start: Float64Array,
  steps: Float64Array,
  evaluations: number,
): Vertex {
  let left = evaluations;
  const measure = (point: Float64Array): Vertex => {
    left -= 1;
    const value = objective(point);
    return { point, value: Number.isNaN(value) ? Number.POSITIVE_INFINITY : value };
  };
  const simplex = [measure(start), ...Array.from(steps, (step, axis) => measure(moveAlong(start, axis, step)))];
  while (left > 0) {
    simplex.sort((a, b) => a.value - b.value);
    const best = simplex[0];
    const worst = simplex[simplex.length - 1];
    if (worst.value - best.value <= tolerance) break;
    const centre = centreOf(simplex.slice(0, -1));
    const along = (factor: number) =>
      measure(centre.map((value, axis) => value + factor * (value - worst.point[axis])));
    const moved = moveWorst(simplex, along);
    if (moved) simplex[simplex.length - 1] = moved;
    else shrink(simplex, measure);
  }
  return simplex.reduce((best, vertex) => (vertex.value < best.value ? vertex : best));
}

function moveAlong(start: Float64Array, axis: number, step: number): Float64Array {
  const point = start.slice();
  point[axis] += step;
  return point;
}

/** Reflection, expansion or contraction of the worst vertex; undefined when none helps. */
function moveWorst(simplex: readonly Vertex[], along: (factor: number) => Vertex): Vertex | undefined {
  const worst = simplex[simplex.length - 1];
  const second = simplex[simplex.length - 2];
  const reflected = along(1);
  if (reflected.value < simplex[0].value) {
    const expanded = along(2);
    return expanded.value < reflected.value ? expanded : reflected;
  }
  if (reflected.value < second.value) return reflected;
  const contracted = along(reflected.value < worst.value ? 0.5 : -0.5);
  return contracted.value < Math.min(worst.value, reflected.value) ? contracted : undefined;
}

function shrink(simplex: Vertex[], measure: (point: Float64Array) => Vertex): void {
  const { point: best } = simplex[0];
  for (let index = 1; index < simplex.length; index++)
    simplex[index] = measure(simplex[index].point.map((value, axis) => (value + best[axis]) / 2));
}

function centreOf(vertices: readonly Vertex[]): Float64Array {
  const centre = new Float64Array(vertices[0].point.length);
  for (const { point } of vertices)
    for (const [axis, value] of point.entries()) centre[axis] += value / vertices.length;
  return centre;
}
