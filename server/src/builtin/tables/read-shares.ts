import { giveUp } from './choices.ts';
import type { Sentence } from './sentence.ts';
import { isNumeric } from './traits.ts';

/** "What percentage of", and "churn rate" with the word before it. */
export function readShare(sentence: Sentence): void {
  const { frame } = sentence;
  const shares = sentence.indexesOf('share');
  if (shares.length > 1) giveUp();
  for (const at of shares) {
    sentence.use(at);
    const verbs = sentence.items.flatMap((_, index) =>
      index > at && sentence.is(index, 'be', 'have', 'soft') ? [index] : [],
    );
    // "What proportion works at night in Canada"
    const inside = sentence.items.flatMap((one, index) =>
      one.kind === 'value' && sentence.is(index - 1, 'in') ? [index] : [],
    );
    frame.share = { at, verbs, inside };
  }
  for (const at of sentence.indexesOf('rate')) {
    // "Fertility rate" of a column `fertility`
    const named = sentence.column(at - 1);
    if (named && isNumeric(named)) {
      sentence.use(at);
      continue;
    }
    // "What percentage rate it as bad"
    if (frame.share) {
      sentence.use(at);
      continue;
    }
    const rated = frame.conditions.find((one) => one.at === at - 1 || one.at === sentence.next(at));
    if (!rated || frame.share) giveUp();
    sentence.use(at);
    frame.share = { at: rated?.at ?? at, verbs: [], rate: true };
  }
}
