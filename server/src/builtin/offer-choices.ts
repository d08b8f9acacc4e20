import { setImmediate as giveWay } from 'node:timers/promises';
import type { Reading } from '../questions/algebra.ts';
import { readQuestion } from '../questions/read-question.ts';
import { askReading } from '../questions/realise/ask-reading.ts';
import { sayReading } from '../questions/realise/say-reading.ts';
import type { Alternative, SuggestedEntry } from './asides.ts';
import type { Plan } from './plan-kinds.ts';
import { type Draft, leastTold } from './plan-reading.ts';
import { suggestEntries } from './suggest-entries.ts';

const mostAlternatives = 3;
const mostTables = 2;

/** Completes a plan by other readings as choices, and by what a refusal lacks. Each takes a reading, in a turn of its own. */
export async function offerChoices({ plan, near, isOpen, lacks }: Draft): Promise<Plan> {
  const alternatives = near ? await alternativesOf(near) : [];
  if (isOpen && alternatives.length > 1) return { kind: 'ask', alternatives };
  if (plan.kind === 'read') return { ...plan, alternatives };
  if (plan.kind !== 'refuse' && plan.kind !== 'search') return plan;
  return { ...plan, alternatives, ...(lacks ? { wouldHelp: await helpFor(lacks) } : {}) };
}

/** Those that are likely, or a third as likely as one that is; only such as are read so when they are asked. */
async function alternativesOf({ table, readings }: NonNullable<Draft['near']>): Promise<Alternative[]> {
  const told: Alternative[] = [];
  const best = readings[0]?.probability ?? 0;
  const likely = readings.filter(
    ({ probability, reading, unread }) =>
      best >= leastTold && probability >= Math.min(leastTold, best / 3) && !(isOfAllRows(reading) && unread.length > 0),
  );
  for (const { reading } of likely.slice(0, mostAlternatives)) {
    await giveWay();
    const question = askReading(reading);
    if (readQuestion(question, table)[0]?.isExact) told.push({ reading: sayReading(reading), question });
  }
  return told;
}

/** How many rows there are is near to no question that says something of them. */
function isOfAllRows({ rows: { conditions, pick }, answer }: Reading): boolean {
  return conditions.length === 0 && !pick && (answer.kind === 'count' || answer.kind === 'rows');
}

async function helpFor({ term, question, tables }: NonNullable<Draft['lacks']>) {
  const suggestions: SuggestedEntry[] = [];
  for (const table of tables.slice(0, mostTables))
    suggestions.push(...(await suggestEntries(question, term, table, tables.length === 1)));
  return { term, suggestions };
}
