import type { Answer, Field } from '../algebra.ts';
import type { LinkedQuestion } from '../link/linked-question.ts';
import { stemsOfName } from '../words/tokens.ts';
import type { Candidate } from './candidate.ts';

const countingWords = /^(many|most|fewest)$/;
const between = /^(of|the|all|different|distinct|unique)$/;
const rowsPerValue = 0.9;
/** Of so few values each is a kind of what the column is called. */
const mostKinds = 12;
/** "How many insured trips" counts trips that are, and not how many answers there are. */
const yes = /^(yes|y|true|t)$/i;

/** "How many customers" of a table of orders: the column that is counted, where its values stand in several rows. */
function countedColumn({ tokens, table }: LinkedQuestion): Field | undefined {
  const nouns = tokens.flatMap((_, at) => {
    const [before, own] = [tokens[at].text, tokens[at + 1]?.text];
    if (!countingWords.test(before) && !(/^(number|count)$/.test(before) && own === 'of')) return [];
    return tokens.slice(at + 1).find(({ text }) => !between.test(text)) ?? [];
  });
  // The shifts of `shift_log` are its rows, though one of its columns is called so
  const ofRows = new Set(stemsOfName(table.profile.name));
  return table.fields.find(({ at, part, kind, column: { distinct, values = [] } }) => {
    const isFlag = values.some((value) => yes.test(String(value)));
    const isRepeated = distinct !== null && distinct < rowsPerValue * table.rowCount && !isFlag;
    const [name, ...more] = table.stems[at] ?? [];
    return (
      part === 'whole' &&
      kind === 'text' &&
      isRepeated &&
      more.length === 0 &&
      nouns.some(({ stem }) => stem === name && !ofRows.has(stem))
    );
  });
}

/** Counts what is asked for and not the rows that hold it; on all rows of a table the ranking knows better. */
export function countNamed(question: LinkedQuestion, candidates: Candidate[]): Candidate[] {
  const field = question.table.isWhole ? undefined : countedColumn(question);
  if (!field || !candidates.some(({ answer }) => answer.kind === 'distinct' && answer.field === field))
    return candidates;
  // The jobs of a column of six kinds of jobs are rows where they are counted in groups, and else may be
  if ((field.column.distinct ?? 0) <= mostKinds) return candidates;
  return candidates
    .filter(({ answer }) => answer.kind !== 'count')
    .map((one) => ({ ...one, answer: countingIn(one.answer, field) }));
}

function countingIn(answer: Answer, field: Field): Answer {
  if (!('by' in answer) || answer.measure.of !== 'rows' || answer.by.at === field.at) return answer;
  return { ...answer, measure: { of: 'distinct', field } };
}
