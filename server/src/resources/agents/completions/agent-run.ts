import type { OpenedModel } from '../open-language-model.ts';
import type { AnswerParams } from '../schemas.ts';
import type { FoundAgent } from '../store.ts';
import type { CallTurns } from './call-turns.ts';
import type { EmitCompletionEvent } from './events.ts';
import type { PlainMessage } from './prompt.ts';
import type { AnswerForm } from './response-format.ts';
import type { StepsLeft } from './steps-left.ts';

export type AgentInProject = FoundAgent & { project: { id: string; name: string } };

export interface AgentRun {
  found: AgentInProject;
  model: OpenedModel;
  /** The conversation; the last message is the question. */
  messages: PlainMessage[];
  params: AnswerParams;
  signal: AbortSignal;
  emit: EmitCompletionEvent | undefined;
  /** IDs of the asking agents, the outermost first. */
  above: string[];
  /** Required format of the answer; text when absent. */
  form?: AnswerForm | undefined;
  /** The turns of the tool calls of one question, when another agent asks. */
  turns?: CallTurns;
  /** The steps that it may take, when another agent asks. */
  steps?: StepsLeft;
}
