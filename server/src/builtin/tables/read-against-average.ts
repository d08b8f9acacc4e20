import { numericAt } from './number-columns.ts';
import type { Sentence } from './sentence.ts';
import { columnsOfConcept, isNumeric } from './traits.ts';

/** "Larger than average", "above the average price", "price below average". */
export function readAgainstAverage(sentence: Sentence): void {
  for (const at of sentence.indexesOf('average')) {
    const before = sentence.before(at);
    const side = sentence.term(before);
    if (side === 'more' || side === 'less') {
      const unit = numericAt(sentence, at + 1);
      const index = sentence.before(before);
      const column = unit ?? numericAt(sentence, index);
      if (!column) continue;
      sentence.use(at, before, unit ? at + 1 : index);
      useEntity(sentence, at + 1);
      sentence.add(before, { column, test: 'averageOf', operator: side === 'more' ? '>' : '<' });
    }
    if (side !== 'than') continue;
    const adjective = sentence.items[before - 1];
    if (adjective?.kind !== 'adjective' || adjective.form !== 'comparative') continue;
    const column = sentence.choose(
      columnsOfConcept(sentence.context.table, adjective.concept, sentence.context.vocabulary),
    );
    if (!isNumeric(column)) continue;
    sentence.use(at, before, before - 1);
    useEntity(sentence, at + 1);
    sentence.add(before, { column, test: 'averageOf', operator: adjective.more ? '>' : '<' });
  }
}

function useEntity(sentence: Sentence, at: number): void {
  if (sentence.items[at]?.kind === 'table') sentence.use(at);
}
