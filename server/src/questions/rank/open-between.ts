import type { Reading } from '../algebra.ts';
import type { LikelyReading } from '../read-question.ts';

/** A second reading is no accident where it is this part as likely as the best. */
const leastPart = 0.25;

/** Whether two readings work out the same of two columns that the same words name: "the average price" of net and gross prices. */
export function isOpenBetween([best, second]: readonly LikelyReading[]): boolean {
  if (!best || !second || best.isExact || best.isTaught) return false;
  if (best.figureNamed === undefined || best.figureNamed !== second.figureNamed) return false;
  return second.probability >= leastPart * best.probability && sameButFigure(best.reading, second.reading);
}

function sameButFigure(one: Reading, other: Reading): boolean {
  const [own, others] = [one, other].map(withoutFigure);
  return own !== undefined && own === others;
}

/** A reading without the column that its figure is of; undefined where it is of none. */
function withoutFigure({ rows, answer }: Reading): string | undefined {
  const rest =
    answer.kind === 'figure'
      ? { ...answer, field: undefined }
      : 'measure' in answer && answer.measure.of === 'field'
        ? { ...answer, measure: { ...answer.measure, field: undefined } }
        : undefined;
  return rest && JSON.stringify({ rows, rest }, (name, value) => (name === 'column' ? value.name : value));
}
