import type { Aggregate, Answer, Field } from '../algebra.ts';
import { linkOfField } from '../link/link-fields.ts';
import type { LinkedQuestion } from '../link/linked-question.ts';
import { endOfAny, isSuperlative } from '../words/which-end.ts';

/** Places of the words that ask for ends, figures and groups, of one question. */
export interface Asking {
  ends: readonly number[];
  groups: readonly number[];
  figures: ReadonlyMap<Aggregate, readonly number[]>;
}

const places = /^(first|last|earliest|latest|final|initial|top|bottom|recent|newest)$/;
const grouping = /^(by|per|each|every|which|what|whose|for|in)$/;
const wordsOfFigures: readonly (readonly [Aggregate, RegExp])[] = [
  ['sum', /^(total|totals|sum|altogether|combined|overall)$/],
  ['average', /^(average|avg|mean|typical|typically|usual|usually)$/],
  ['median', /^medians?$/],
  ['highest', /^(max|maximum|highest|largest|longest|oldest|biggest|greatest|most|peak|top|latest|last)$/],
  ['lowest', /^(min|minimum|lowest|smallest|shortest|youngest|cheapest|least|fewest|earliest|first)$/],
  ['spread', /^(difference|range|gap|spread|span)$/],
];

export function askingOf({ tokens }: LinkedQuestion): Asking {
  const where = (test: (text: string) => boolean) => tokens.flatMap(({ text }, at) => (test(text) ? [at] : []));
  return {
    ends: where((text) => endOfAny(text) !== undefined || isSuperlative(text) || places.test(text)),
    groups: where((text) => grouping.test(text)),
    figures: new Map(wordsOfFigures.map(([one, words]) => [one, where((text) => words.test(text))])),
  };
}

/** How many words stand between a field and the nearest of some places before or behind it; NaN without either. */
export function distanceTo(question: LinkedQuestion, field: Field | undefined, all: readonly number[]): number {
  const from = field && field.at >= 0 ? linkOfField(question, field).from : -1;
  if (from < 0 || all.length === 0) return Number.NaN;
  return all.reduce((least, at) => (Math.abs(from - at) < Math.abs(least) ? from - at : least), farthest);
}

const farthest = 20;

/** The words that ask for what an answer works out. */
export function wordsOfFigure(answer: Answer, { figures }: Asking): readonly number[] {
  const measure = 'measure' in answer ? answer.measure : answer;
  return ('aggregate' in measure ? figures.get(measure.aggregate) : undefined) ?? [];
}
