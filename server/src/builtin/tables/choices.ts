/** Takes one of several options; `explore` tries the others later. */
export type Choose = <Option>(options: readonly Option[]) => Option;

/** Thrown when an interpretation fails. It is frequent, so it has no stack. */
const noWay = new Error('this way of reading leads nowhere');

export function giveUp(): never {
  throw noWay;
}

const mostPaths = 12;

/** Runs a reader once for each combination of its choices, first options first. Failed interpretations are dropped. */
export function explore<Result>(run: (choose: Choose) => Result): Result[] {
  const results: Result[] = [];
  const open: number[][] = [[]];
  for (let paths = 0; paths < mostPaths; paths += 1) {
    const path = open.shift();
    if (!path) break;
    const taken = [...path];
    let depth = 0;
    const choose: Choose = (options) => {
      if (options.length === 0) giveUp();
      if (depth === taken.length) {
        for (let other = 1; other < options.length; other += 1) open.push([...taken, other]);
        taken.push(0);
      }
      depth += 1;
      return options[taken[depth - 1]];
    };
    try {
      results.push(run(choose));
    } catch (error) {
      if (error !== noWay) throw error;
    }
  }
  return results;
}
