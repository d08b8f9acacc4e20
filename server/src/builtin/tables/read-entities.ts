import type { ColumnSummary, TableSummary } from '../grounding.ts';
import { wordsInEnglish } from '../words/abroad.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import { isPersonNoun } from '../words/wordnet.ts';
import { asksSomething } from './frame.ts';
import type { Item } from './item.ts';
import type { Sentence } from './sentence.ts';

export function readEntities(sentence: Sentence): void {
  const { frame, context } = sentence;
  for (const [at, item] of sentence.items.entries()) {
    if (item.kind === 'table') {
      if (item.owner && item.text.endsWith('s') && !sentence.isUsed(at)) readOwner(sentence, at, item.owner);
      sentence.use(at);
      frame.entity = !isSingular(sentence, item.text) || frame.entity === 'many' ? 'many' : 'one';
      if (item.loose && item.text) sentence.taken.push(item.text);
      if (sentence.is(beforeTraits(sentence, at), 'which', 'what')) frame.asksEntity = true;
    }
    // "Which bank has the most assets?"
    if (item.kind === 'value' && sentence.is(at - 1, 'which') && frame.ranks.length > 0 && isBare(sentence)) {
      frame.entity = 'one';
      frame.asksEntity = true;
    }
    // "Men over 70", "married women": the rows are people
    const isPeople =
      item.kind === 'value' && !isSingular(sentence, item.text) && isPersonNoun(singularOf(sentence, item.text));
    if (isPeople && frame.conditions.length > 1 && !asksSomething(frame) && !frame.leans) frame.entity ??= 'many';
    if (sentence.is(at, 'vague') && frame.leans) continue;
    if (sentence.is(at, 'row', 'vague')) frame.entity ??= isSingular(sentence, item.text) ? 'one' : 'many';
    const namesPeople =
      at === 0 &&
      frame.conditions.length > 0 &&
      !asksSomething(frame) &&
      isAboutPeople(context.table, context.vocabulary);
    if (sentence.is(at, 'who') && (frame.ranks.length > 0 || namesPeople)) {
      sentence.use(at);
      frame.entity ??= namesPeople ? 'many' : 'one';
      frame.asksEntity = true;
    }
  }
  for (const at of sentence.indexesOf('them')) {
    sentence.use(at);
    if (!isOwn(sentence, at)) frame.leans = 'them';
  }
  // "Did that patient have the outcome?"
  if (isYesOrNo(sentence) && frame.conditions.length > 0 && !asksSomething(frame) && !isCompared(sentence))
    frame.exists = true;
}

/** No column or noun for rows is asked for. */
function isBare({ items, frame }: Sentence): boolean {
  return frame.labels.length === 0 && frame.groups.length === 0 && items.every(({ kind }) => kind !== 'table');
}

/** "Which Swiss company": traits stand between. */
function beforeTraits(sentence: Sentence, at: number): number {
  let index = sentence.before(at);
  while (sentence.items[index]?.kind === 'value') index = sentence.before(index);
  return index;
}

/** "What share of orders" of a table of their items: only what is counted may be other than the rows. */
function readOwner(sentence: Sentence, at: number, owner: ColumnSummary): void {
  const { frame, items } = sentence;
  if (frame.share) sentence.refuse(at);
  const speaksOfRows = items.some((item) => item.kind === 'table' && !item.owner);
  if (!frame.count || frame.counted || frame.labels.length > 0 || speaksOfRows) return;
  frame.countedLabel = owner;
  frame.labels.push(owner);
}

function singularOf({ context }: Sentence, text: string): string {
  return context.vocabulary.singular(text);
}

export function isSingular({ context }: Sentence, text: string): boolean {
  return context.vocabulary.singular(text) === text;
}

/** "Employees and their age": what the sentence itself speaks of. */
function isOwn(sentence: Sentence, at: number): boolean {
  const before = sentence.items.slice(0, at);
  const speaks = before.some(({ kind }) => kind === 'table') || sentence.frame.ranks.length > 0;
  return !/\b(of|among)\b/.test(sentence.items[at].text) && speaks;
}

function isCompared(sentence: Sentence): boolean {
  const isComparative = (item: Item) => item.kind === 'adjective' && item.form === 'comparative';
  return sentence.has('moreSo', 'lessSo', 'than') || sentence.items.some(isComparative);
}

/** "Did anyone die in Hollywood?" */
export function isYesOrNo({ items }: Sentence): boolean {
  return asksForTruth.test(items[0]?.text ?? '') && items[0]?.kind === 'term';
}

const asksForTruth = /^(did|does|do|is|are|was|were|has|have|had)$/;

function isAboutPeople(table: TableSummary, vocabulary: Vocabulary): boolean {
  const words = new Set(table.columns.flatMap(({ name }) => wordsInEnglish(name).map(vocabulary.singular)));
  return vocabulary.personTraits.filter((trait) => words.has(trait)).length >= 2;
}
