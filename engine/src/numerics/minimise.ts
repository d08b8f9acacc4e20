/** Writes the gradient at `point` into `gradient` and returns the value there. */
export type Objective = (point: Float64Array, gradient: Float64Array) => number;

interface Step {
  moved: Float64Array;
  turned: Float64Array;
  curvature: number;
}

const memory = 8;
/** Relative decrease of the value below which the search ends. */
const tolerance = 1e-6;

/** Limits of a search: number of steps, and a moment of the clock in milliseconds. */
export interface Patience {
  iterations: number;
  deadline: number;
}

/** Limited-memory BFGS (Nocedal & Wright, algorithm 7.5) from `start` until the gradient is small or it stops falling. */
export function minimise(objective: Objective, start: Float64Array, { iterations, deadline }: Patience): Float64Array {
  let point = start.slice();
  let gradient = new Float64Array(point.length);
  let value = objective(point, gradient);
  const steps: Step[] = [];
  for (let iteration = 0; iteration < iterations && performance.now() < deadline; iteration++) {
    const direction = quasiNewton(gradient, steps);
    const slope = dot(direction, gradient);
    if (!(slope < -1e-14)) break;
    const found = search(objective, point, value, direction, slope, iteration === 0 ? 1 / (1 + norm(gradient)) : 1);
    if (!found) break;
    const moved = subtract(found.point, point);
    const turned = subtract(found.gradient, gradient);
    const curvature = dot(moved, turned);
    if (curvature > 1e-14) steps.push({ moved, turned, curvature });
    if (steps.length > memory) steps.shift();
    const gain = value - found.value;
    ({ point, gradient, value } = found);
    if (gain < tolerance * (Math.abs(value) + 1e-3) || norm(gradient) < 1e-7) break;
  }
  return point;
}

/** Halves the step until the value falls enough (Armijo). */
function search(
  objective: Objective,
  point: Float64Array,
  value: number,
  direction: Float64Array,
  slope: number,
  first: number,
) {
  let length = first;
  for (let attempt = 0; attempt < 30; attempt++) {
    const next = point.map((coordinate, index) => coordinate + length * direction[index]);
    const gradient = new Float64Array(point.length);
    const nextValue = objective(next, gradient);
    if (nextValue <= value + 1e-4 * length * slope) return { point: next, gradient, value: nextValue };
    length /= 2;
  }
  return undefined;
}

function quasiNewton(gradient: Float64Array, steps: readonly Step[]): Float64Array {
  const direction = gradient.map((slope) => -slope);
  const shares: number[] = [];
  for (let index = steps.length - 1; index >= 0; index--) {
    const { moved, turned, curvature } = steps[index];
    shares[index] = dot(moved, direction) / curvature;
    addScaled(direction, turned, -shares[index]);
  }
  const last = steps.at(-1);
  if (last) {
    const scale = last.curvature / dot(last.turned, last.turned);
    for (let index = 0; index < direction.length; index++) direction[index] *= scale;
  }
  for (const [index, { moved, turned, curvature }] of steps.entries())
    addScaled(direction, moved, shares[index] - dot(turned, direction) / curvature);
  return direction;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += a[index] * b[index];
  return sum;
}

function norm(a: Float64Array): number {
  return Math.sqrt(dot(a, a));
}

function subtract(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, index) => value - b[index]);
}

function addScaled(to: Float64Array, values: Float64Array, scale: number): void {
  for (let index = 0; index < to.length; index++) to[index] += scale * values[index];
}
