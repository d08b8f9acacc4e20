import type { ColumnSummary } from '../grounding.ts';
import { wordsInEnglish } from '../words/abroad.ts';
import { isPersonNoun } from '../words/wordnet.ts';
import { giveUp } from './choices.ts';
import type { Sentence } from './sentence.ts';
import { isAdditive, isId, isNumeric, isTemporal, isYear } from './traits.ts';

export function readCounts(sentence: Sentence): void {
  const { frame, context } = sentence;
  for (const at of sentence.indexesOf('count')) {
    sentence.use(at);
    const next = sentence.next(at, 'distinct');
    const column = sentence.column(next);
    const noun = sentence.items[next];
    if (noun?.kind === 'table' && noun.owner) {
      sentence.use(next);
      frame.count = true;
      frame.countedLabel = noun.owner;
      frame.labels.push(noun.owner);
      continue;
    }
    const tallied = talliedAt(sentence, next);
    if (tallied !== undefined) {
      sentence.use(next, tallied);
      frame.counted = sentence.column(tallied);
      continue;
    }
    if (column && !sentence.isUsed(next)) {
      sentence.use(next);
      if (isNumeric(column) && !isYear(column) && !isId(column)) {
        if (sentence.has('average', 'median', 'sum', 'deviation')) frame.figures.push(column);
        else frame.counted = column;
      } else {
        if (areSomePeople(sentence, noun.text, column)) sentence.refuse(next);
        frame.count = true;
        frame.countedLabel = column;
        frame.labels.push(column);
      }
      continue;
    }
    const period = sentence.term(next);
    if (period === 'year' || period === 'month' || period === 'day') {
      const times = context.table.columns.filter(period === 'year' ? isYear : isTemporal);
      if (times.length === 1 && !sentence.isUsed(next)) {
        if (isTemporal(times[0])) giveUp();
        sentence.use(next);
        frame.countedLabel = times[0];
        frame.labels.push(times[0]);
      }
    }
    frame.count = true;
  }
}

/** "Smokers" are people of one kind of `smoking`, and not its kinds. */
function areSomePeople({ context }: Sentence, text: string, { name }: ColumnSummary): boolean {
  const { singular, agentEnding } = context.vocabulary;
  const one = singular(text);
  const isOwn = wordsInEnglish(name).some((word) => singular(word) === one || isPersonNoun(singular(word)));
  return one !== text && !isOwn && agentEnding.test(one) && isPersonNoun(one);
}

/** "How many homes were sold": where rows hold numbers of sales, these are counted rather than rows. */
function talliedAt(sentence: Sentence, noun: number): number | undefined {
  const verb = sentence.next(noun);
  const column = sentence.column(verb);
  const kind = sentence.items[noun]?.kind;
  const isNoun = kind === 'table' || kind === 'column' || sentence.is(noun, 'vague', 'soft');
  if (!isNoun || !column || sentence.isUsed(verb) || !sentence.is(verb - 1, 'be', 'have')) return undefined;
  return isAdditive(column, sentence.context.vocabulary) ? verb : undefined;
}
