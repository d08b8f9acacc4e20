import { isAboutRows } from './about-rows.ts';
import type { TableSummary } from './grounding.ts';
import { planHealth } from './health.ts';
import { ownWordsOf } from './languages/own-words.ts';
import { sayInEnglish } from './languages/say-in-english.ts';
import type { Plan } from './plan-kinds.ts';
import { type Draft, planReading } from './plan-reading.ts';
import { planVerified } from './plan-verified.ts';
import { understandPrediction } from './predictions/understand.ts';
import { readTalk } from './read-talk.ts';
import { type Asked, readTurns, type Turn } from './read-turns.ts';
import { ofKind, type Surroundings, tablesOf } from './surroundings.ts';
import { longestText } from './words/tokens.ts';

/** Plans the last question, considering those before it, with what may be told beside it. */
export function draftPlan(questions: readonly string[], surroundings: Surroundings): Draft {
  const verified = planVerified(questions, surroundings);
  if (verified) return { plan: verified };
  const said = sayInEnglish(questions, ownWordsOf(knownTo(surroundings)));
  const all = questions.map((question, at) => ({ question, said: said[at] }));
  return readTurns(all, (asked, before, isPart) => {
    const plan = planBeside(asked, surroundings, before);
    return isPart
      ? { plan: plan.kind === 'refuse' ? { ...plan, leans: true } : plan }
      : planReading(asked.said, plan, surroundings);
  });
}

export function planLastQuestion(questions: readonly string[], surroundings: Surroundings): Plan {
  return draftPlan(questions, surroundings).plan;
}

/** How the question before was read, worked out where it is needed. */
type Before = () => Turn | undefined;

/** Everything whose names and values a question may use. */
function knownTo(surroundings: Surroundings): Pick<TableSummary, 'name' | 'columns'>[] {
  const tables = tablesOf(surroundings);
  const models = ofKind(surroundings, 'predict').flatMap((one) => one.models);
  return [...tables, ...models.map(({ name, inputs }) => ({ name, columns: inputs }))];
}

/** What is answered without a table: models read the question as it is `said` in English, documents as it was asked. */
function planBeside({ question, said }: Asked, surroundings: Surroundings, before: Before): Plan {
  if (question.length > longestText) return planLong(question, surroundings);
  const talk = readTalk(said);
  if (talk) return { kind: talk };
  const health = planHealth(question, surroundings);
  if (health) return health;
  const predicted = planPrediction(said, surroundings, before);
  if (predicted) return predicted;
  const tools = ofKind(surroundings, 'knowledge').map(({ tool }) => tool);
  if (tools.length === 0 || isAboutRows(said, surroundings)) return { kind: 'refuse', unread: [] };
  return { kind: 'search', tools, question, unread: [] };
}

/** Documents are searched for its beginning; tables and models could only misunderstand a part of a question. */
function planLong(question: string, surroundings: Surroundings): Plan {
  const tools = ofKind(surroundings, 'knowledge').map(({ tool }) => tool);
  if (tools.length === 0) return { kind: 'refuse', unread: [], isLong: true };
  return { kind: 'search', tools, question: question.slice(0, longestText), unread: [], isLong: true };
}

function planPrediction(question: string, surroundings: Surroundings, before: Before): Plan | undefined {
  const found = ofKind(surroundings, 'predict')
    .flatMap(({ models }) => models)
    .flatMap((model) => {
      const plan = before()?.plan;
      const earlier = plan?.kind === 'predict' && plan.model.name === model.name ? plan.request : undefined;
      const request = understandPrediction(question, model, earlier);
      return request ? [{ kind: 'predict', tool: model.tool, model, request } as const] : [];
    })
    .sort((left, right) => left.request.cost - right.request.cost);
  return found[0];
}
