import type { Channel } from '../../../platform/channels/platform.ts';
import { visible } from '../../../platform/channels/visible.ts';

/** Longer texts show something, or they would not be that long. */
const longestProbe = 2000;

/** Returns whether people see anything of an answer: platforms refuse messages of blanks, or of nothing but markup. */
export async function saysSomething(text: string, { measure }: Pick<Channel, 'measure'>): Promise<boolean> {
  if (!visible.test(text)) return false;
  return text.length > longestProbe || (await measure({ text, citations: [] })) > 0;
}
