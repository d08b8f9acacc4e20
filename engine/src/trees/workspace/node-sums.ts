/** Sums over the rows of a node, in the scaled integer units of its tree. */
export interface NodeSums {
  gradient: number;
  hessian: number;
  count: number;
}
