import { decodeJson } from '../../../platform/db/json.ts';
import { changeSkill } from '../../skills/service.ts';
import type { SqlExample } from '../../skills/sql/examples.ts';
import type { Step } from '../completions/schemas.ts';
import type { AgentContext } from '../context.ts';
import { selectStepsOf } from '../conversations/store.ts';
import type { SkillOfAgent } from '../store.ts';
import { selectQuestionsBefore } from './store.ts';

/** A rated answer that can become an example of a skill. */
export interface AnswerExample extends SqlExample {
  skill: SkillOfAgent;
}

const mostExamples = 500;

/** Returns the answered question with the last SQL that ran for it. A follow-up question is no example. */
export async function readExample(
  { database }: Pick<AgentContext, 'database'>,
  skills: readonly SkillOfAgent[],
  { id, conversation_id, position }: { id: string; conversation_id: string; position: number },
): Promise<AnswerExample | undefined> {
  const [asked, ...others] = await selectQuestionsBefore(database, conversation_id, position);
  if (asked === undefined || others.length > 0) return undefined;
  const steps = (await selectStepsOf(database, [id])).map(({ step }) => decodeJson<Step>(step));
  const ran = steps.findLast((step) => step.kind === 'tool' && step.error === undefined && sqlOf(step.input));
  if (ran?.kind !== 'tool') return undefined;
  const names = new Set(ran.skill?.split(', '));
  const skill = skills.find(({ type, name }) => type === 'sql' && names.has(name));
  const sql = sqlOf(ran.input);
  return skill && sql ? { skill, question: asked.content.slice(0, 1000), sql } : undefined;
}

function sqlOf(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || !('sql' in input)) return undefined;
  return typeof input.sql === 'string' ? input.sql : undefined;
}

/** Adds the example to its skill or removes it; the newest examples are kept. */
export async function changeExamples(
  ctx: AgentContext,
  project: string,
  { skill, question, sql }: AnswerExample,
  isGood: boolean,
): Promise<void> {
  const { examples = [] } = decodeJson<{ examples?: SqlExample[] }>(skill.params);
  const others = examples.filter((one) => one.question !== question);
  const had = others.length < examples.length;
  if (!isGood && !had) return;
  const kept = isGood ? [...others, { question, sql }].slice(-mostExamples) : others;
  await changeSkill(ctx, { project, skill: skill.id }, { params: { examples: kept } }, () => {});
}
