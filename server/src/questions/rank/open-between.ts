import type { Reading } from '../algebra.ts';
import type { LikelyReading } from '../read-question.ts';

/** A second reading is no accident where it is this part as likely as the best. */
const leastPart = 0.25;

/** Whether two readings work out the same of two columns that the same words name: "the average price" of net and gross prices. */
export function isOpenBetween([best, second, ...others]: readonly LikelyReading[]): boolean {
  if (!best || !second || best.isExact || best.isTaught) return false;
  if ([second, ...others].some((other) => countsOther(best.reading, other.reading))) return true;
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
  return rest && JSON.stringify({ rows, rest }, named);
}

/** Of so few values each is a kind of what the column is called, and what is called so may be the rows. */
const mostKinds = 12;

/** "How many jobs came in", of a column of six kinds of jobs: whether one counts those kinds, and the other the same rows. */
function countsOther(one: Reading, other: Reading): boolean {
  const [own, others] = [one, other].map(countedIn);
  return (
    own !== undefined &&
    own.kinds <= mostKinds &&
    others?.kinds === Number.POSITIVE_INFINITY &&
    own.rest === others.rest
  );
}

/** Which rows a reading counts, and how many kinds there may be among them; undefined where it does not count, or all rows. */
function countedIn({ rows, answer }: Reading): { kinds: number; rest: string } | undefined {
  if ((answer.kind !== 'count' && answer.kind !== 'distinct') || rows.conditions.length === 0) return undefined;
  const kinds = answer.kind === 'distinct' ? answer.field.column.distinct : undefined;
  return { kinds: kinds ?? Number.POSITIVE_INFINITY, rest: JSON.stringify(rows, named) };
}

const named = (name: string, value: { name: string }) => (name === 'column' ? value.name : value);
