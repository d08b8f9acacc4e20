import type { Sentence } from './sentence.ts';
import { columnsOfConcept, isNumeric } from './traits.ts';

/** "How old", "how expensive": the column of the adjective. */
export function readHow(sentence: Sentence): void {
  const { frame, context } = sentence;
  for (const at of sentence.indexesOf('how')) {
    const item = sentence.items[at + 1];
    const column = sentence.column(at + 1);
    if (item?.kind === 'adjective' && item.form === 'plain') {
      sentence.use(at, at + 1);
      frame.figures.push(sentence.choose(columnsOfConcept(context.table, item.concept, context.vocabulary)));
    } else if (column && isNumeric(column)) sentence.use(at);
    else if (frame.groups.length > 0) sentence.use(at);
  }
  if (
    frame.howMuch &&
    !sentence.items.some((item, at) => item.kind === 'column' && !sentence.isUsed(at)) &&
    frame.figures.length === 0 &&
    !frame.counted
  )
    frame.figures.push(sentence.choose(columnsOfConcept(context.table, 'price', context.vocabulary)));
}
