import type { Answer } from '../algebra.ts';
import { linkOfField } from '../link/link-fields.ts';
import { hasWord, union } from '../link/links.ts';
import type { Candidate } from '../propose/candidate.ts';
import { type Asked, isBound, usesOf } from './features.ts';

/** Words of the question that a candidate neither names nor asks for. */
export function unreadWords({ question, content }: Asked, { rows, answer }: Candidate): string[] {
  const { tokens, columns, rowWords } = question;
  const { show, beside, figure, group, more = [] } = usesOf(answer);
  const fields = [show, beside, figure, group, rows.pick?.field, ...more].filter((field) => field !== undefined);
  const links = [
    ...fields.filter(({ at }) => at >= 0).map((field) => linkOfField(question, field)),
    ...rows.choices.flatMap((choice) => choice.links.map((link) => columns[link.condition.field.at])),
  ];
  const said = links.reduce((mask, link) => union(mask, link.words), union(rows.words, rowWords));
  const counts = [rows.pick?.count, (rows.pick?.skip ?? -2) + 1, 'count' in answer ? answer.count : undefined];
  return tokens.flatMap(({ text, number }, at) => {
    if (hasWord(said, at)) return [];
    if (number !== undefined) return counts.includes(number) || isBound(answer, number) ? [] : [text];
    if (needs.some(({ words, kind }) => words.test(text) && !kindsOf(answer).includes(kind))) return [text];
    return content[at] && !asks.test(text) ? [text] : [];
  });
}

/** Words that ask for just this. */
const needs: readonly { words: RegExp; kind: string }[] = [
  { words: /^(average|mean|avg)$/, kind: 'average' },
  { words: /^medians?$/, kind: 'median' },
  { words: /^(percent|percentage|share|proportion|fraction)$/, kind: 'share' },
];

function kindsOf(answer: Answer): string[] {
  if ('aggregate' in answer) return [answer.aggregate];
  const measures = answer.kind === 'figures' ? answer.measures : 'measure' in answer ? [answer.measure] : [];
  return [answer.kind, ...measures.map((one) => (one.of === 'field' ? one.aggregate : one.of))];
}

/** Words for what is worked out. */
const asks =
  /^(average|mean|avg|median|total|sum|totals|highest|lowest|largest|smallest|biggest|greatest|maximum|minimum|max|min|top|bottom|best|worst|fewest|common|often|frequent|different|distinct|unique|percent|percentage|share|proportion|fraction|count|compare|compares|compared|differ|differs|vary|varies|higher|lower|larger|smaller|amount|overall|altogether|please|happen|happened|occur|occurred|find|return|display|give|did|rows|records|entries|order|ordered|sort|sorted|alphabetical|ascending|descending|reverse|rank|ranked|ranking|break|broken|down|exist|exists|kinds?|types?|placed|made|came|come|comes|took|go|goes|went|work|works|live|lives)$/;
