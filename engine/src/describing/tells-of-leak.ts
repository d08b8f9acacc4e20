/** Whether a warning of a model says that columns give the target away. */
export function tellsOfLeak(warning: string): boolean {
  return /^columns? .* explains? the target: /.test(warning);
}
