/** About a millisecond of work. */
const usualCells = 2000;

/** Converts items a few at a time, so that other requests get their turns. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  convert: (item: Item) => Result,
  cellsOf: (result: Result) => number = (result) => Object.keys(result as object).length,
): Promise<Result[]> {
  const results: Result[] = [];
  let cells = 0;
  for (const item of items) {
    const result = convert(item);
    results.push(result);
    cells += 1 + cellsOf(result);
    if (cells < usualCells) continue;
    cells = 0;
    await new Promise(setImmediate);
  }
  return results;
}
