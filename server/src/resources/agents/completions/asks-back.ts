import type { KeptAnswer } from '../conversations/schemas.ts';

/** Whether an answer asks which of several readings is meant. */
export function asksBack({ answered, alternatives = [] }: Pick<KeptAnswer, 'answered' | 'alternatives'>): boolean {
  return answered === false && alternatives.length > 1;
}
