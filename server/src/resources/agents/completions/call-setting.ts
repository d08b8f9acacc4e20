import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Asked } from '../../../platform/language/faults.ts';
import type { Telemetry } from '../../../platform/telemetry/telemetry.ts';
import type { Meter } from '../../spending/meter.ts';
import type { AnswerParams } from '../schemas.ts';
import type { Toolbox } from './call-tools.ts';
import type { EmitCompletionEvent } from './events.ts';
import type { Manner } from './manner.ts';
import type { AnswerForm } from './response-format.ts';
import type { TimeBudget } from './time-budget.ts';

/** Notes how a provider does, and leaves one alone that gives no answer. */
export interface Breaker {
  /** @throws ServiceError `provider_unavailable` while it is left alone */
  enter(): void;
  succeeded(): void;
  failed(detail: string): void;
  left(): void;
}

/** What one call of a language model is made from. */
export interface CallSetting {
  model: LanguageModelV4;
  /** The provider and model, named in failures. */
  asked: Asked;
  /** Required format of the answer; text when absent. */
  form?: AnswerForm | undefined;
  toolbox: Toolbox;
  params: AnswerParams;
  /** What is found out of the language model meanwhile. */
  manner?: Manner | undefined;
  /** Maximum tool calls that are run in one step. */
  mostCalls: number;
  budget: TimeBudget;
  /** Whether it answers one question at a time: its time begins with its turn. */
  hasQueue?: boolean | undefined;
  /** Time limit until the first piece of an answer. */
  firstTokenMs: number;
  breaker?: Breaker;
  /** Counts what calls use, and refuses beyond a budget. */
  meter?: Meter | undefined;
  /** Receives events; nobody is told when undefined. */
  emit: EmitCompletionEvent | undefined;
  telemetry: Telemetry;
}
