import type { Field } from '../algebra.ts';
import type { LinkedQuestion } from '../link/linked-question.ts';
import { describing } from '../words/describing-words.ts';
import { type End, endByScale, endOf, wordsOfEnds } from '../words/which-end.ts';
import type { Candidate } from './candidate.ts';

/** Whether a candidate takes another end than the words ask for: the dearest for "the cheapest". */
export function takesOtherEnd({ tokens, table }: LinkedQuestion): (candidate: Candidate) => boolean {
  const said = wordsOfEnds(tokens.map(({ text }) => text));
  const unanimous = (ends: readonly (End | undefined)[]) => {
    const told = new Set(ends.filter((one) => one !== undefined));
    return told.size === 1 ? [...told][0] : undefined;
  };
  // On rows that are all known the model knows better what "most" and "top" ask for
  const endIn = (column: Field['column'] | undefined) =>
    unanimous(said.map((word) => (table.isWhole ? column && endByScale(word, column) : endOf(word, column ?? ofRows))));
  const ends = new Map<Field['column'] | undefined, End | undefined>();
  const isOther = (column: Field['column'] | undefined, descending: boolean) => {
    if (!ends.has(column)) ends.set(column, endIn(column));
    const end = ends.get(column);
    return end !== undefined && (end === 'largest') !== descending;
  };
  return ({ rows: { pick }, answer }) => {
    if (pick && isOrdered(pick.field)) return isOther(pick.field.column, pick.descending);
    if (answer.kind === 'top') {
      const { measure } = answer;
      return isOther(measure.of === 'field' ? measure.field.column : undefined, answer.descending);
    }
    const isEnd = answer.kind === 'figure' && /^(highest|lowest)$/.test(answer.aggregate);
    return isEnd && isOfScale(answer.field, said) && isOther(answer.field.column, answer.aggregate === 'highest');
  };
}

const ofRows = { name: '', type: 'integer' };

/** Places in the table and numbers within texts have no end by their words. */
function isOrdered({ kind, part }: Field): boolean {
  return (kind === 'number' && (part === 'whole' || part === 'year')) || kind === 'date';
}

function isOfScale({ column }: Field, said: readonly string[]): boolean {
  return said.some((word) => endByScale(word, column) !== undefined);
}

const isEnd = (word: string) => endOf(word, ofRows) !== undefined || endingWords.test(word);
const endingWords = /^(fastest|slowest|quickest|oldest|youngest|newest|latest|earliest)$/;
const general = /^(highest|lowest|largest|smallest|most|least|best|worst|top|bottom|max|maximum|min|minimum)$/;
const isNamed = 0.6;

/** "The biggest home" is that with the largest area: whether a candidate picks by a column that is neither described so nor named. */
export function picksOtherwise({ tokens, table, columns }: LinkedQuestion): (candidate: Candidate) => boolean {
  const said = tokens.filter(({ text }) => isEnd(text) && !general.test(text));
  const described = table.stems.flatMap((stems, at) =>
    stems.some((name) => said.some(({ stem }) => describing.get(name)?.includes(stem))) ? [at] : [],
  );
  return ({ rows: { pick } }) =>
    described.length > 0 &&
    pick !== undefined &&
    pick.field.at >= 0 &&
    !described.includes(pick.field.at) &&
    columns[pick.field.at].score < isNamed;
}
