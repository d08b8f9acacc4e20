import { words } from '../words/agents.ts';

/** Says of an answer that is not grounded what is true of it: nothing, not its figures, or not this was looked up. */
export function warningOf({ figures, hasLookedUp }: { figures: string[]; hasLookedUp: boolean }): string {
  if (!hasLookedUp) return words.notLookedUp;
  return figures.length > 0 ? words.figuresNotFound(figures) : words.notBorneOut;
}
