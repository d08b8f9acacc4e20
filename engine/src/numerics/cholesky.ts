/**
 * Solves A x = b for a symmetric positive definite A (n x n, row-major, lower triangle read), leaving A as it is.
 * Undefined when A is not positive definite in floating point.
 */
export function solveSymmetric(matrix: Float64Array, right: Float64Array): Float64Array | undefined {
  const size = right.length;
  const lower = factorise(matrix, size);
  if (!lower) return undefined;
  const solution = right.slice();
  for (let row = 0; row < size; row++) {
    let sum = solution[row];
    for (let column = 0; column < row; column++) sum -= lower[row * size + column] * solution[column];
    solution[row] = sum / lower[row * size + row];
  }
  for (let row = size - 1; row >= 0; row--) {
    let sum = solution[row];
    for (let below = row + 1; below < size; below++) sum -= lower[below * size + row] * solution[below];
    solution[row] = sum / lower[row * size + row];
  }
  return solution;
}

/** Cholesky: A = L Lᵀ. */
function factorise(matrix: Float64Array, size: number): Float64Array | undefined {
  const lower = new Float64Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row * size + column];
      for (let inner = 0; inner < column; inner++) sum -= lower[row * size + inner] * lower[column * size + inner];
      if (row === column && !(sum > 0)) return undefined;
      lower[row * size + column] = row === column ? Math.sqrt(sum) : sum / lower[column * size + column];
    }
  }
  return lower;
}
