/** The cause, the cure and an example of an error code. */
export interface Help {
  cause: string;
  cure: string;
  /** An example of `detail`. */
  detail: string;
}
