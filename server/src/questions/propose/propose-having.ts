import type { Operator } from '../algebra.ts';
import { comparingAt } from '../link/comparators.ts';
import type { LinkedQuestion } from '../link/linked-question.ts';
import type { Operation } from './parts.ts';
import { aggregatesSaid, namedIn } from './propose-several.ts';
import { type Placed, type ProposedAnswer, partsOf } from './proposed-answer.ts';

/** "Countries with at least two", "with an average price over 100"; with more than any row has it is their sum. */
export function havingsOf(question: LinkedQuestion, by: Placed, figured: readonly Placed[]): ProposedAnswer[] {
  const { tokens } = question;
  const bounds = tokens.flatMap(({ number, isOrdinal }, at): { operator: Operator; value: number; told: boolean }[] => {
    if (number === undefined || isOrdinal) return [];
    const comparing = comparingAt(tokens, at);
    return [{ operator: comparing?.operator ?? '=', value: number, told: comparing !== undefined }];
  });
  const said = aggregatesSaid(question).filter((one) => one !== 'median');
  const figures = namedIn(question, figured, 2).filter(({ place }) => place !== by.place);
  const isBeyond = ({ field }: Placed, { operator, value }: { operator: Operator; value: number }) =>
    said.length === 0 && operator.startsWith('>') && value > Number(field.column.max ?? Number.NaN);
  // The 5 of "which 5 states had the most" is no number of rows
  const hasEnd = tokens.some(({ text }) => /^(most|fewest|highest|lowest|top|largest|smallest)$/.test(text));
  return bounds.slice(0, 2).flatMap(({ told, ...bound }) => [
    ...(bound.value > mostRows || bound.value === 0 || (!told && hasEnd)
      ? []
      : (['labels', 'count'] as const).map(
          (shows): ProposedAnswer => ({
            answer: { kind: 'having', by: by.field, measure: { of: 'rows' }, ...bound, shows },
            parts: partsOf(question, [shows === 'labels' ? 'having labels' : 'having count'], [['group', by]]),
          }),
        )),
    ...(told
      ? figures.flatMap((own) =>
          (isBeyond(own, bound) ? (['sum'] as const) : said.slice(0, 2)).flatMap((aggregate) =>
            (['labels', 'count'] as const).map(
              (shows): ProposedAnswer => ({
                answer: {
                  kind: 'having',
                  by: by.field,
                  measure: { of: 'field', field: own.field, aggregate },
                  ...bound,
                  shows,
                },
                parts: partsOf(
                  question,
                  ['having figure', aggregate as Operation, ...(shows === 'count' ? (['having count'] as const) : [])],
                  [
                    ['group', by],
                    ['figure', own],
                  ],
                ),
              }),
            ),
          ),
        )
      : []),
  ]);
}

const mostRows = 1000;
