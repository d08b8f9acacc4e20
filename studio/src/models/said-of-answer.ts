import { figure, percent } from '../shared/format.ts';
import { words } from '../words/models.ts';
import type { Explained } from './explained.ts';

/** What the bounds of an answer promise; nothing measured it for a row far outside of what training had. */
export function sayInterval({ low, high, confidence, outOfRange }: Omit<Explained, 'value'>): string {
  const [from, to] = [figure(low, 5), figure(high, 5)];
  return outOfRange.length > 0 ? words.betweenBeyond(from, to) : words.between(from, to, percent(confidence));
}

/** How often such an answer is right, where that was measured. */
export function saySureness({ confidence, outOfRange }: Pick<Explained, 'confidence' | 'outOfRange'>): string {
  return outOfRange.length > 0 ? words.sureBeyond(percent(confidence)) : words.sure(percent(confidence));
}
