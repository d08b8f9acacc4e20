import { longestText } from '../words/tokens.ts';
import { fold } from './fold.ts';
import type { OwnWords } from './own-words.ts';
import { type Tongue, tongues } from './tongues.ts';
import { translate } from './translate.ts';

/** Returns the questions of a conversation in English, word by word; a short one is of the language before it. */
export function sayInEnglish(questions: readonly string[], own: OwnWords): string[] {
  let before: Tongue | undefined;
  return questions.map((question) => {
    if (question.length > longestText) return question;
    before = tongueOf(question, own, before);
    return before ? translate(question, before, own) : question;
  });
}

/**
 * Returns the language of a question where more of its little words are of that one than of English, or as many and the
 * question before was in it; undefined for English. Names of the tables are of any language.
 */
export function tongueOf(question: string, own: OwnWords, before?: Tongue): Tongue | undefined {
  const all = question.match(/[\p{L}\p{M}]+/gu) ?? [];
  const words = all.filter((word) => !own.isName(word.toLowerCase())).map(fold);
  const english = words.filter((word) => englishMarkers.has(word)).length;
  const counted = tongues.map((tongue) => {
    const markers = words.filter((word) => tongue.markers.has(word)).length;
    return { tongue, count: markers + (tongue.letters.test(question) ? 2 : 0) };
  });
  const best = counted.reduce((one, other) => (other.count > one.count ? other : one));
  const same = counted.find(({ tongue }) => tongue === before);
  if (same && same.count >= Math.max(english, best.count)) return same.tongue;
  return best.count > english ? best.tongue : undefined;
}

const englishMarkers = new Set(
  'the a an of how many much what which who when where is are was were do does did have has had with without in on at by for from to and or not no than there per each more less most least over under between average total mean number show list give me it that this those these their all any can you'.split(
    ' ',
  ),
);
