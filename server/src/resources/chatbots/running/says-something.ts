import type { Channel } from '../../../platform/channels/platform.ts';

/** Letters, digits, signs and pictures: neither blanks nor marks that only change other characters. */
const visible = /[^\p{Separator}\p{Control}\p{Format}\p{Surrogate}\p{Mark}\u2800\u3164]/u;
/** Longer texts show something, or they would not be that long. */
const longestProbe = 2000;

/** Returns whether people see anything of an answer: platforms refuse messages of blanks, or of nothing but markup. */
export async function saysSomething(text: string, { measure }: Pick<Channel, 'measure'>): Promise<boolean> {
  if (!visible.test(text)) return false;
  return text.length > longestProbe || (await measure({ text, citations: [] })) > 0;
}
