import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordsOf } from '../questions/words/tokens.ts';

type Talk = 'greet' | 'help' | 'thank';

const written: Record<Talk, string> = JSON.parse(readFileSync(join(import.meta.dirname, 'talk-phrases.json'), 'utf8'));
const talks = new Map(
  (['greet', 'help', 'thank'] as const).flatMap((talk) =>
    written[talk].split('|').map((phrase) => [wordsOf(phrase).join(' '), talk] as const),
  ),
);

/** Recognises a question that is only a greeting, a request for help or thanks; it is read in English. */
export function readTalk(question: string): Talk | undefined {
  const words = wordsOf(question.replaceAll(/['’]s\b/g, ' is'));
  const talk = talks.get(words.join(' '));
  if (talk !== undefined) return talk;
  const [first, ...rest] = words;
  return rest.length > 0 && talks.get(first) === 'greet' && talks.get(rest.join(' ')) === 'help' ? 'help' : undefined;
}
