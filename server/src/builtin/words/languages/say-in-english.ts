import { longestText } from '../tokens.ts';
import type { Tongue } from './language.ts';
import { type OwnWords, tongueOf, translate } from './translate.ts';

/** Returns the questions of a conversation in English, word by word; a short one is of the language before it. */
export function sayInEnglish(questions: readonly string[], own: OwnWords): string[] {
  let before: Tongue | undefined;
  return questions.map((question) => {
    if (question.length > longestText) return question;
    const tongue = tongueOf(question, before);
    before = tongue;
    return tongue ? translate(question, tongue, own) : question;
  });
}
