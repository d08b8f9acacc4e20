/** Returns a function that computes its result when it is first asked. */
export function once<Result>(compute: () => Result): () => Result {
  let kept: { result: Result } | undefined;
  return () => {
    kept ??= { result: compute() };
    return kept.result;
  };
}
