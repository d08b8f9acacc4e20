import { tokenize } from './words/tokens.ts';
import type { Vocabulary } from './words/vocabulary.ts';

const talks = { greeting: 'greet', help: 'help', thanks: 'thank' } as const;
type Talk = keyof typeof talks;

const phrasesOfTalk = new WeakMap<Vocabulary, Record<Talk, ReadonlySet<string>>>();

/** Returns each phrase of talk as written and as its tokens, built once: each question would split hundreds. */
function talkIn(vocabulary: Vocabulary): Record<Talk, ReadonlySet<string>> {
  const known = phrasesOfTalk.get(vocabulary);
  if (known) return known;
  const phrasesOf = (term: Talk) => new Set(vocabulary.terms[term].flatMap((phrase) => [phrase, joinTokens(phrase)]));
  const phrases = { greeting: phrasesOf('greeting'), help: phrasesOf('help'), thanks: phrasesOf('thanks') };
  phrasesOfTalk.set(vocabulary, phrases);
  return phrases;
}

function joinTokens(phrase: string): string {
  return tokenize(phrase)
    .map(({ text }) => text)
    .join(' ');
}

/** Recognises a question that is only a greeting, a request for help or thanks; it is read in English. */
export function readTalk(question: string, vocabulary: Vocabulary): 'greet' | 'help' | 'thank' | undefined {
  const words = tokenize(question, vocabulary.rewrites)
    .filter(({ text }) => text !== ',')
    .map(({ text }) => text);
  const message = words.join(' ');
  const phrases = talkIn(vocabulary);
  for (const term of ['greeting', 'help', 'thanks'] as const) if (phrases[term].has(message)) return talks[term];
  const rest = words.slice(1).join(' ');
  return rest && phrases.greeting.has(words[0]) && phrases.help.has(rest) ? 'help' : undefined;
}
