import type { LanguageModelV4ToolCall } from '@ai-sdk/provider';
import type { CallSetting } from './call-setting.ts';
import type { Manner } from './manner.ts';
import type { StepToTake } from './take-step.ts';
import { tellWriting } from './written-calls.ts';

interface Wanted extends Pick<CallSetting, 'toolbox' | 'asked' | 'form'> {
  mustLookUp?: boolean;
  manner?: Manner;
  draft?: LanguageModelV4ToolCall | undefined;
}

const answerNow = 'No more tools can be used. Answer now from what is known, and say what is missing.';
const lookUp = 'Do not answer from memory: call one of the tools now.';

function tellDraft({ toolName, input }: LanguageModelV4ToolCall): string {
  return `A draft by rules, which may misread the question: ${toolName} with ${input}. Call it if it fits the question.`;
}

/** Providers behind which small models stand. */
export const smallProviders: ReadonlySet<string> = new Set(['openai_compatible', 'ollama', 'llama_cpp']);
/** Those of them whose servers may pass over tools. */
const mayPassOver: ReadonlySet<string> = new Set(['openai_compatible', 'ollama']);

/** Questions of a small model that are asked freely first; one that called nothing by itself would only lose time. */
const mostInvited = 3;

/** What is asked of the language model step by step: first freely, then with a call that it must make, then in writing. */
export class Demands {
  readonly #wanted: Wanted;
  readonly #manner: Manner;
  #demand: 'none' | 'call' | 'written' | 'past';
  #isFenced = false;

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
    this.#manner = wanted.manner ?? { writesCalls: false };
    const isIdle = wanted.mustLookUp === true && (this.#manner.pressed ?? 0) >= mostInvited;
    this.#demand = this.#manner.writesCalls ? 'written' : isIdle ? 'call' : 'none';
  }

  /** Whether calls are written. */
  get areWritten(): boolean {
    return this.#demand === 'written';
  }

  /** Whether a call had to be demanded, or was read out of a text. */
  get hasPressed(): boolean {
    return this.#isFenced || this.#demand !== 'none';
  }

  next({ mustAnswer, isFirst, hasFound }: { mustAnswer: boolean; isFirst: boolean; hasFound: boolean }): StepToTake {
    const { toolbox, mustLookUp = false, draft, asked } = this.#wanted;
    const isDoubtful = this.hasPressed && smallProviders.has(asked.provider);
    const isBare = mustLookUp && !hasFound;
    const mayCall = toolbox.size > 0 && !mustAnswer;
    const mustCall = mayCall && this.#demand === 'call' && !hasFound;
    const written = this.#writing({ mayCall, isBare, hasFound });
    const words = [
      written ? tellWriting(toolbox, written) : '',
      mustCall ? lookUp : '',
      mustAnswer && !isFirst ? answerNow : '',
      mayCall && !written && !hasFound && draft ? tellDraft(draft) : '',
    ].filter((one) => one !== '');
    const nudge = words.length === 0 ? undefined : words.join('\n\n');
    return { mustAnswer, mustCall, written, nudge, isHeldBack: isBare || isDoubtful || written !== undefined };
  }

  /** An answer is written, too: after calls in JSON small models go on in JSON. */
  #writing({ mayCall, isBare, hasFound }: Record<'mayCall' | 'isBare' | 'hasFound', boolean>): StepToTake['written'] {
    const { toolbox, form, draft } = this.#wanted;
    if (this.#demand !== 'written' || toolbox.size === 0 || (form !== undefined && !isBare)) return undefined;
    return { mayCall, mayAnswer: !isBare || !mayCall, draft: hasFound ? undefined : draft, isConstrained: true };
  }

  /** Asks more strictly after a step without a call. Returns false when there is nothing more to ask. */
  insists(hasFound: boolean): boolean {
    const { toolbox, mustLookUp = false, asked } = this.#wanted;
    if (!mustLookUp || hasFound || toolbox.size === 0 || this.#demand === 'past') return false;
    if (this.#demand === 'none' && smallProviders.has(asked.provider))
      this.#manner.pressed = (this.#manner.pressed ?? 0) + 1;
    const further = this.#demand === 'none' ? 'call' : this.#demand === 'call' ? 'written' : 'past';
    this.#demand = further === 'written' && !mayPassOver.has(asked.provider) ? 'past' : further;
    return this.#demand !== 'past';
  }

  noteCalled(): void {
    if (!this.hasPressed) this.#manner.pressed = 0;
  }

  noteFenced(): void {
    this.#isFenced = true;
  }

  /** A call was written and not made: the next one is asked for in writing at once. */
  noteWritten(): void {
    this.#demand = 'written';
    this.#manner.writesCalls = true;
  }
}
