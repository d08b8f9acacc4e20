/** One entry of the closed list in main.ts. */
export interface Benchmark {
  /** One line: what is measured against what. */
  summary: string;
  /** Its options as a user types them. */
  usage: string;
  /** Measures and prints. Throws an `Error` whose message tells a user what to do. */
  run: (options: string[]) => Promise<void>;
}
