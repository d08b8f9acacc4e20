import { type Field, isOfGroups, isPartOfYear, isPeriod, type Operator } from '../algebra.ts';
import { mayBeMeant } from '../link/link-fields.ts';
import type { LinkedQuestion } from '../link/linked-question.ts';
import { type ConditionLink, hasWord, maskOf, union } from '../link/links.ts';
import { tryLink } from '../link/try-condition.ts';
import type { Token } from '../words/tokens.ts';
import { endsOf, isComparative } from '../words/which-end.ts';

/** "Less than Rome" is below it, and who is older than Ann was born before her; both where no word tells. */
function sidesOf({ column }: Field, before: readonly Token[]): readonly Operator[] {
  const { of } = endsOf(column);
  const end = before
    .map(({ text }) => (isComparative(text) ? of(text) : undefined))
    .findLast((one) => one !== undefined);
  return end === undefined ? ['>', '<'] : [end === 'largest' ? '>' : '<'];
}

const farthest = 6;
const mostNamed = 4;
const mostFields = 6;

/** "Larger than Rome", "the same time as Ann": rows against those of another condition, by each field. */
export function linksAgainst(question: LinkedQuestion): ConditionLink[] {
  const { conditions, tokens, table, columns } = question;
  const than = tokens.findIndex(({ text }, at) => text === 'than' && tokens[at + 1]?.number === undefined);
  const same = tokens.findIndex(({ text }) => text === 'same' || text === 'equal' || text === 'tied');
  if (than < 0 && same < 0) return [];
  const named = conditions.filter(({ condition: { test } }) => test === 'is' || test === 'holds').slice(0, mostNamed);
  const fields = table.fields
    .filter(({ part, kind }) => part !== 'place' && kind !== 'boolean')
    .filter((field) => !isPartOfYear(field) && !isPeriod(field))
    .filter((field) => mayBeMeant(question, field) && !isOfGroups(field))
    .sort((one, other) => columns[other.at].score - columns[one.at].score);
  return named.flatMap((link) => {
    const own = fields.filter(({ at }) => at !== link.condition.field.at).slice(0, mostFields);
    return own.flatMap((field) => {
      const operators: Operator[] = [
        ...(same >= 0 ? (['='] as const) : []),
        ...(than >= 0 && field.kind !== 'text' ? sidesOf(field, tokens.slice(Math.max(0, than - farthest), than)) : []),
      ];
      return operators.flatMap((operator) => {
        const at = operator === '=' ? same : than;
        // The value "Same-day" is compared with nothing
        if (hasWord(link.words, at)) return [];
        const condition = { test: 'against', field, operator, of: link.condition } as const;
        const words = union(link.words, maskOf(at, at + 1));
        const found = operator === '=' ? 'same' : 'against';
        return tryLink({ condition, found, words, score: link.score }, table) ?? [];
      });
    });
  });
}
