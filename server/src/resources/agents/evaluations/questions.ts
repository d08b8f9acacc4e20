import { invalidField } from '../../../errors.ts';
import { decodeJson } from '../../../platform/db/json.ts';
import type { Step } from '../completions/schemas.ts';
import type { AgentContext } from '../context.ts';
import { selectStepsOf } from '../conversations/store.ts';
import { selectAnswer, selectQuestionsBefore } from '../feedback/store.ts';
import type { EvaluationCreation, Expectation, Question } from './schemas.ts';
import { evaluations } from './store.ts';

interface Holder {
  agent: { id: string; name: string };
  project: { id: string; name: string };
}

/** Returns the questions of a new evaluation: given ones, those of another evaluation, or from earlier answers. */
export async function readQuestions(
  ctx: Pick<AgentContext, 'database'>,
  { agent, project }: Holder,
  { questions, questions_of: other }: EvaluationCreation,
): Promise<Question[]> {
  if ((questions === undefined) === (other === undefined))
    throw invalidField('/questions', 'is required, unless questions_of names another evaluation', 'required');
  if (other !== undefined) {
    const row = await evaluations.require(ctx.database, project, other);
    return decodeJson<Question[]>(row.questions);
  }
  return Promise.all(
    (questions ?? []).map((one, index) => ('message' in one ? fromAnswer(ctx, agent, one.message, index) : one)),
  );
}

/**
 * Makes a question from the first question of a conversation and what its answer was based on: the rows of its query, a
 * passage, or a refusal.
 */
async function fromAnswer(
  { database }: Pick<AgentContext, 'database'>,
  agent: Holder['agent'],
  id: string,
  index: number,
): Promise<Question> {
  const at = `/questions/${index}/message`;
  const message = await selectAnswer(database, agent.id, id);
  if (!message) throw invalidField(at, `is not an answer of agent ${agent.name}`);
  const [asked, ...others] = await selectQuestionsBefore(database, message.conversation_id, message.position);
  if (asked === undefined || others.length > 0)
    throw invalidField(
      at,
      'must answer the first question of its conversation: a later one depends on the earlier messages',
    );
  const steps = (await selectStepsOf(database, [id])).map(({ step }) => decodeJson<Step>(step));
  const answer =
    message.answer === null ? {} : decodeJson<{ answered?: false; citations?: { text: string }[] }>(message.answer);
  return { question: asked.content, expected: expectationOf(steps, answer, message.content) };
}

function expectationOf(
  steps: readonly Step[],
  { answered, citations = [] }: { answered?: false; citations?: { text: string }[] },
  content: string,
): Expectation {
  if (answered === false) return { refuses: true };
  const rows = lastRows(steps);
  if (rows) return { rows: rows as Extract<Expectation, { rows: unknown }>['rows'] };
  const [first] = citations;
  return first ? { passage: first.text.slice(0, 200) } : { value: content.slice(0, 1000) || '–' };
}

/** Returns the rows of the last successful query. */
export function lastRows(steps: readonly Step[]): unknown[][] | undefined {
  const outputs = steps.map((step) => (step.kind === 'tool' && step.error === undefined ? step.output : undefined));
  const last = outputs.findLast(
    (output): output is { rows: unknown[][] } =>
      typeof output === 'object' && output !== null && 'rows' in output && Array.isArray(output.rows),
  );
  return last?.rows;
}
