import { readAskedColumns } from './read-asked-columns.ts';
import { readCounts } from './read-counts.ts';
import { readEntities } from './read-entities.ts';
import { aggregateTerms } from './read-groups.ts';
import { readHow } from './read-how.ts';
import { readPeriodHeads } from './read-period-heads.ts';
import { readRanks } from './read-ranks.ts';
import { readShare } from './read-shares.ts';
import type { Sentence } from './sentence.ts';

/**
 * Reads what is asked for: counts, figures, shares, ranks, lists. Conditions, groups and comparisons were read before.
 */
export function readAsks(sentence: Sentence): void {
  readTalk(sentence);
  readShare(sentence);
  readRanks(sentence);
  readCounts(sentence);
  readHow(sentence);
  readAggregates(sentence);
  readPeriodHeads(sentence);
  readEntities(sentence);
  readAskedColumns(sentence);
  useAnds(sentence);
}

/** Reads words that ask for rows, or say how to show them. */
function readTalk(sentence: Sentence): void {
  const { frame } = sentence;
  const take = (...terms: Parameters<Sentence['indexesOf']>) => {
    const found = sentence.indexesOf(...terms);
    sentence.use(...found);
    return found.length > 0;
  };
  frame.breaksDown = sentence.indexesOf('show').some((at) => /^(break|distrib)/.test(sentence.items[at].text));
  if (take('show')) frame.show = true;
  if (take('exists')) frame.exists = true;
  if (take('range')) frame.range = true;
  if (take('distinct')) frame.distinct = true;
  if (take('howMuch')) frame.howMuch = true;
  if (sentence.has('descending', 'ascending')) take('sorted');
  if (take('descending')) frame.order = { ...frame.order, descending: true };
  if (take('ascending')) frame.order = { ...frame.order, descending: false };
  if (sentence.is(0, 'what') && sentence.items.length > 1) sentence.use(0);
}

function readAggregates(sentence: Sentence): void {
  for (const [at] of sentence.items.entries()) {
    const term = sentence.term(at);
    const aggregate = term && aggregateTerms[term];
    if (!aggregate || sentence.isUsed(at)) continue;
    sentence.use(at);
    if (!sentence.frame.aggregates.includes(aggregate)) sentence.frame.aggregates.push(aggregate);
  }
}

/** "And" between two understood things. */
function useAnds(sentence: Sentence): void {
  for (const at of sentence.indexesOf('by'))
    if (/^(people|persons|users|those|ones)$/.test(sentence.items[sentence.next(at)]?.text ?? '')) sentence.use(at);
  // "The top 5 cities by homes" counts them
  for (const at of sentence.indexesOf('by'))
    if (sentence.frame.ranks.some(({ column }) => !column) && sentence.items[sentence.next(at)]?.kind === 'table')
      sentence.use(at);
  for (const at of sentence.indexesOf('to')) if (sentence.isUsed(sentence.next(at))) sentence.use(at);
  for (const at of sentence.indexesOf('and', 'from')) {
    const next = sentence.next(at);
    const isBetween = sentence.is(at, 'from') || (at > 0 && next < sentence.items.length);
    const known = sentence.isUsed(next) || sentence.is(next, 'soft', 'who', 'which', 'what', 'when', 'where');
    if (isBetween && known) sentence.use(at);
    // "Which country do most guests come from?"
    if (sentence.is(at, 'from') && at === sentence.items.length - 1) sentence.use(at);
    // A comma at the end, or before it, separates nothing
    if (sentence.items[at].text === ',') sentence.use(at);
  }
}
