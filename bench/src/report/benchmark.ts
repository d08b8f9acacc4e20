/** An entry of the list in main.ts. */
export interface Benchmark {
  /** One line: what is measured against what. */
  summary: string;
  usage: string;
  /** Measures and prints. Throws an `Error` whose message tells the user what to do. */
  run: (options: string[]) => Promise<void>;
}
