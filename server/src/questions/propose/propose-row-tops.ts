import type { Measure } from '../algebra.ts';
import type { LinkedQuestion } from '../link/linked-question.ts';
import { isGrouping } from './named-first.ts';
import { type Operation, partOf, partOfField } from './parts.ts';
import type { Placed, ProposedAnswer } from './proposed-answer.ts';

const mostLabels = 2;

/** "The most expensive dish of each section": what each row is called, by its own figures; told for each alone. */
export function rowTopsOf({ table }: LinkedQuestion, shown: readonly Placed[], figured: readonly Placed[]) {
  const isOwn = ({ field, place }: Placed) =>
    field.kind === 'text' && field.part === 'whole' && !isGrouping(field, table.codes[place]);
  return shown
    .filter(isOwn)
    .slice(0, mostLabels)
    .map((by) => ({
      by,
      answers: figured.slice(0, 5).flatMap(({ field, place }) =>
        (['highest', 'lowest'] as const).map((aggregate): ProposedAnswer => {
          const descending = aggregate === 'highest';
          const measure: Measure = { of: 'field', field, aggregate };
          const operations: Operation[] = [descending ? 'most of figure' : 'least of figure', aggregate];
          const fields = [
            partOfField('group', by.place, table.fields.length),
            partOfField('figure', place, table.fields.length),
          ];
          return {
            answer: { kind: 'top', by: by.field, measure, descending, count: 1, shows: 'label' },
            parts: [...operations.map(partOf), ...fields],
          };
        }),
      ),
    }));
}
