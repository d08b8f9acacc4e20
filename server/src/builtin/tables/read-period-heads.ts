import { partsOf } from './read-groups.ts';
import { mainTimes } from './read-times.ts';
import type { Sentence } from './sentence.ts';
import type { Period } from './spans.ts';
import { isTemporal, isTime } from './traits.ts';

/** "Which month has the most …": ranks the periods of a date. */
export function readPeriodHeads(sentence: Sentence): void {
  const { frame, context } = sentence;
  // "The most recent date"
  if (!frame.count && !frame.counted && frame.ranks.some(({ column }) => column && isTime(column)))
    for (const at of sentence.indexesOf('day')) if (/^dates?$/.test(sentence.items[at].text)) sentence.use(at);
  for (const at of sentence.indexesOf('month', 'year', 'quarter', 'week', 'day', 'weekday', 'hour', 'decade')) {
    const before = sentence.before(at);
    const head = sentence.number(before) !== undefined && sentence.isUsed(before) ? sentence.before(before) : before;
    const isHead = sentence.is(head, 'which', 'what', 'most', 'commonest', 'rarest');
    // "Top 3 months"
    const isTop = sentence.is(at - 1, 'highest', 'top') || (head !== before && sentence.is(head, 'top', 'bottom'));
    if (at > 0 && !isHead && !isTop) continue;
    if (at === 0 && !sentence.has('most', 'least', 'highest', 'lowest')) continue;
    const term = sentence.term(at);
    const moments = context.table.columns.filter((one) =>
      term === 'hour' ? one.type === 'datetime' : isTemporal(one),
    );
    if (moments.length === 0) {
      const parts = partsOf(context, term as Period);
      if (parts.length > 0) {
        sentence.use(at);
        frame.labels.push(sentence.choose(parts));
      }
      continue;
    }
    const column = sentence.choose(mainTimes(sentence, moments));
    sentence.use(at);
    const spansYears = String(column.min).slice(0, 4) !== String(column.max).slice(0, 4);
    const period = term === 'month' && spansYears ? 'monthOfYear' : term;
    frame.groups.push({ column, period: period as 'month' });
    frame.ranksGroups = true;
  }
}
