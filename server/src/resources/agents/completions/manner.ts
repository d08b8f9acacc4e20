/** What was found out of a language model. Kept with it from answer to answer. */
export interface Manner {
  /** It writes calls as JSON, because it or its server passes over tools. */
  writesCalls: boolean;
  /** Questions in a row in which it called a tool only when pressed. */
  pressed?: number;
  /** Its template opens a thought, so that its texts begin inside one. */
  opensUnseen?: boolean;
}
