import { type ColumnLink, hasWord, type Mask } from '../link/links.ts';
import { isSmall } from '../link/small-words.ts';
import type { Stretch, WrittenQuestion } from './written-question.ts';

/**
 * What a stretch of words says that a following question may say otherwise: which rows, what groups, a figure or a text
 * that is asked for, or how it is worked out.
 */
export interface Slot extends Stretch {
  kind: 'where' | 'group' | 'figure' | 'label' | 'how';
  /** Place of its column; -1 for "who" and for what has none. */
  column: number;
  score: number;
  /** With the name of its column, where this stands beside it: "2 rooms". */
  named: Stretch;
  /** Whether it is a yes of its column. */
  isFlag?: boolean;
}

/** Returns what may be a slot, the surest first; they may overlap. */
export function slotsOf(question: WrittenQuestion, isTested: (column: number) => boolean): Slot[] {
  const tested = (column: number) => (isTested(column) ? 2 : 0);
  const rows = question.conditions.map(({ condition: { field }, words, score, found }): Slot => {
    const own = stretchOf(words);
    const named = besideName(own, question.columns[field.at]);
    const sure = named === own ? tested(field.at) : byName;
    return { kind: 'where', column: field.at, ...own, named, score: score + sure, isFlag: found === 'flag' };
  });
  const names = question.columns.flatMap(({ score, words }, column): Slot[] => {
    if (score < leastNamed || (words.low === 0 && words.high === 0)) return [];
    const own = stretchOf(words);
    return [{ kind: kindOfName(question, column, words), column, ...own, named: own, score }];
  });
  const who = question.tokens.flatMap(({ text }, at): Slot[] =>
    text === 'who' ? [{ kind: 'label', column: -1, ...runOf(at, at + 1), score: 0.1 }] : [],
  );
  return [...rows, ...names, ...who, ...howsIn(question)].sort((one, other) => other.score - one.score);
}

/** Returns the surest of them that do not share words. */
export function apart(slots: readonly Slot[]): Slot[] {
  const kept: Slot[] = [];
  for (const slot of slots) if (!kept.some((other) => meets(slot.named, other.named))) kept.push(slot);
  return kept.sort((one, other) => one.from - other.from);
}

function runOf(from: number, to: number): Pick<Slot, 'from' | 'to' | 'named'> {
  return { from, to, named: { from, to } };
}

/** The name of a column may stand a word apart: "capacity is over 5". */
function besideName(own: Stretch, { words, score }: ColumnLink): Stretch {
  if (score === 0) return own;
  const name = stretchOf(words);
  const isBeside = name.from <= own.to + 1 && own.from <= name.to + 1;
  return isBeside ? { from: Math.min(own.from, name.from), to: Math.max(own.to, name.to) } : own;
}

export function meets(one: Stretch, other: Stretch): boolean {
  return one.from < other.to && other.from < one.to;
}

const leastNamed = 0.3;
/** What is said with the name of its column is of no other. */
const byName = 2.5;

function stretchOf(words: Mask): Stretch {
  const places = Array.from({ length: 60 }, (_, at) => at).filter((at) => hasWord(words, at));
  return { from: places[0] ?? 0, to: (places.at(-1) ?? -1) + 1 };
}

function kindOfName({ tokens, table }: WrittenQuestion, column: number, words: Mask): Slot['kind'] {
  const { from } = stretchOf(words);
  const [near, far] = [tokens[from - 1]?.text ?? '', tokens[from - 2]?.text ?? ''];
  if (/^(by|per|each|every)$/.test(/^(the|each|every)$/.test(near) && far !== '' ? far : near)) return 'group';
  const field = table.fields.find(({ at }) => at === column);
  return field?.kind === 'number' ? 'figure' : 'label';
}

const ends =
  /^(average|avg|mean|median|total|sum|maximum|max|minimum|min|most|least|fewest|top|bottom|best|worst|highest|lowest|largest|smallest|biggest|greatest|cheapest|costliest|dearest|priciest|longest|shortest|oldest|youngest|newest|latest|earliest|tallest|hottest|coldest|warmest|coolest|fastest|slowest|heaviest|lightest|strongest|weakest|richest|poorest|busiest|quietest|wettest|driest|windiest)$/;
const graded = /^(expensive|costly|common|frequent|popular|recent|affordable|valuable|senior|experienced|profitable)$/;

/** Words for what is worked out, and for an end of an order. */
function howsIn({ tokens, conditions, columns }: WrittenQuestion): Slot[] {
  return tokens.flatMap(({ text }, from): Slot[] => {
    const isNamed = (at: number) => columns.some(({ score, words }) => score > 0.9 && hasWord(words, at));
    const isCell = conditions.some(({ words, found }) => found === 'value' && hasWord(words, from));
    if (!ends.test(text) || isCell || isNamed(from)) return [];
    const to = graded.test(tokens[from + 1]?.text ?? '') ? from + 2 : from + 1;
    return [{ kind: 'how', column: -1, ...runOf(from, to), score: 0.9 }];
  });
}

/** Words that say something, outside of all slots. */
export function wordsBeside({ tokens }: WrittenQuestion, slots: readonly Slot[]): number[] {
  return tokens.flatMap(({ text }, at) => {
    const isInSlot = slots.some(({ named }) => meets(named, { from: at, to: at + 1 }));
    return isInSlot || isSmall(text) ? [] : [at];
  });
}
