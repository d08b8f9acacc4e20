/** One slot of an encoded row. Missing is NaN in either case. */
export interface Feature {
  name: string;
  /** Which input column it comes from. */
  input: number;
  /** 0 for a number; otherwise the slot holds a category code below this. */
  categories: number;
}
