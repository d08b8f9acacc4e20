import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import { CleanText } from '../../../platform/language/clean-text.ts';
import { StreamEndedEarly } from '../../../platform/language/faults.ts';
import { withoutRepetition } from '../../../platform/language/repetition.ts';
import { type EarlyEnd, type Guarded, TextGuard } from '../../../platform/language/text-guard.ts';
import { type ModelStep, mostCharacters, textOf } from './model-step.ts';
import { TextRoom } from './text-room.ts';

const usageUnknown: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/** The builtin answerer, which may list equal rows, needs none. */
const noGuard = {
  take: (text: string): Guarded => ({ text }),
  thinks: () => false,
  rest: () => '',
  opensUnseen: undefined,
};

/** Where reasoning was asked for, some providers count it apart from the tokens of the answer. */
const usualThoughtTokens = 16_384;

function mostThoughtTokens(maxOutputTokens = Number.POSITIVE_INFINITY): number {
  return Math.max(maxOutputTokens, usualThoughtTokens);
}

/** Receives the text. */
export interface Listening {
  onText: (text: string) => void;
  /** Called when nothing that was told belongs to the answer: it was thought. */
  onRestart: () => void;
  /** Whether the text begins inside a thought that the template of the model opens. */
  opensUnseen?: boolean | undefined;
}

interface Block {
  type: 'text' | 'reasoning';
  text: string;
  providerMetadata?: SharedV4ProviderMetadata;
}
type BlockPart = Extract<LanguageModelV4StreamPart, { type: `${Block['type']}-${'start' | 'delta' | 'end'}` }>;

/** Collects the parts of a stream, and passes its text on. */
export class CollectedStep {
  readonly #content: LanguageModelV4Content[] = [];
  readonly #open = new Map<string, { block: Block; clean: CleanText }>();
  readonly #guard: Pick<TextGuard, 'take' | 'thinks' | 'rest' | 'opensUnseen'>;
  readonly #room: TextRoom;
  readonly #thoughtRoom: TextRoom;
  readonly #listening: Listening;
  #characters = 0;
  #finish: { finishReason: LanguageModelV4FinishReason; usage: LanguageModelV4Usage } | undefined;

  constructor(
    { provider }: Pick<LanguageModelV4, 'provider'>,
    { maxOutputTokens, reasoning = 'none' }: Pick<LanguageModelV4CallOptions, 'maxOutputTokens' | 'reasoning'>,
    listening: Listening,
  ) {
    this.#listening = listening;
    this.#guard = provider === 'builtin' ? noGuard : new TextGuard(listening.opensUnseen);
    this.#room = new TextRoom(maxOutputTokens);
    this.#thoughtRoom = new TextRoom(reasoning === 'none' ? maxOutputTokens : mostThoughtTokens(maxOutputTokens));
  }

  /** Whether the text or the thoughts went clearly beyond the tokens that were asked for. */
  get isFull(): boolean {
    return this.#room.isFull || this.#thoughtRoom.isFull;
  }

  /** Returns why the answer ends here, if it does. */
  add(part: LanguageModelV4StreamPart): EarlyEnd | undefined {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        this.#begin(part);
        break;
      case 'text-delta':
        return this.#addText(part, this.#guard.take(this.#begin(part).clean.take(part.delta)));
      case 'reasoning-delta':
        return this.#addThought(part);
      case 'text-end':
      case 'reasoning-end':
        return this.#end(part);
      case 'tool-call':
        this.#content.push(part);
        break;
      case 'finish':
        this.#finish = { finishReason: part.finishReason, usage: part.usage ?? usageUnknown };
        break;
      case 'error':
        throw part.error;
    }
    return undefined;
  }

  #addThought(part: BlockPart & { delta: string }): EarlyEnd | undefined {
    const { block, clean } = this.#begin(part);
    const text = this.#thoughtRoom.take(clean.take(part.delta));
    block.text += text;
    return this.#guard.thinks(text) ? 'repetition' : undefined;
  }

  #addText(part: BlockPart, { text: whole, thought = '', restarts, ended }: Guarded): EarlyEnd | undefined {
    this.#thoughtRoom.take(thought);
    if (restarts) this.#restart();
    const text = this.#room.take(whole);
    this.#begin(part).block.text += text;
    if (text !== '') this.#listening.onText(text);
    return ended;
  }

  #restart(): void {
    for (const block of this.#content) if (block.type === 'text') block.text = '';
    this.#listening.onRestart();
  }

  #end(part: BlockPart): EarlyEnd | undefined {
    const { block, clean } = this.#begin(part);
    const rest = clean.rest();
    if (block.type === 'reasoning') block.text += rest;
    const guarded = block.type === 'text' ? this.#guard.take(rest) : { text: '' };
    const ended = this.#addText(part, guarded);
    if (block.type === 'text' && !ended) this.#addText(part, { text: this.#guard.rest() });
    this.#open.delete(part.id);
    return ended;
  }

  /** Counts a part; what arrives beyond the limit ends the answer. */
  hasRoomFor(part: LanguageModelV4StreamPart): boolean {
    if ('delta' in part) this.#characters += part.delta.length;
    // Some providers send the arguments in pieces before, and then again whole
    if (part.type === 'tool-call') this.#characters += part.toolName.length + part.input.length;
    return this.#characters <= 2 * mostCharacters;
  }

  /** Ends the answer before its language model does: as too long, or as complete where only its marks follow. */
  cut(ended?: EarlyEnd): ModelStep {
    const unified = ended === 'chat_tag' ? ('stop' as const) : ('length' as const);
    if (ended !== 'chat_tag') this.#keepHeld(ended);
    if (ended === 'repetition')
      for (const block of this.#content) if (block.type === 'text') block.text = withoutRepetition(block.text);
    const usage = this.#finish?.usage ?? usageUnknown;
    return { ...this.#step, finishReason: { unified, raw: undefined }, usage, ...(ended ? { ended } : {}) };
  }

  /** What was held back may be all that there is of the answer; what follows a repetition is nothing. */
  #keepHeld(ended: EarlyEnd | undefined): void {
    const held = this.#room.take(this.#guard.rest());
    const block = this.#content.findLast((part) => part.type === 'text');
    if (held === '' || block === undefined || (ended === 'repetition' && block.text !== '')) return;
    block.text += held;
    if (ended === undefined) this.#listening.onText(held); // a repetition is told once it is shortened
  }

  /** A signature of reasoning arrives with one of the parts and must be returned with the whole block. */
  #begin({ id, type, providerMetadata }: BlockPart): { block: Block; clean: CleanText } {
    const known = this.#open.get(id) ?? this.#beginNew(id, type.startsWith('text') ? 'text' : 'reasoning');
    const { block } = known;
    if (providerMetadata) block.providerMetadata = { ...block.providerMetadata, ...providerMetadata };
    return known;
  }

  #beginNew(id: string, type: Block['type']): { block: Block; clean: CleanText } {
    const begun = { block: { type, text: '' }, clean: new CleanText() };
    this.#open.set(id, begun);
    this.#content.push(begun.block);
    return begun;
  }

  get text(): string {
    return textOf(this.#content);
  }

  finished(): ModelStep {
    if (this.#finish === undefined) throw new StreamEndedEarly('no end was told');
    return { ...this.#step, ...this.#finish };
  }

  get #step(): Pick<ModelStep, 'content' | 'opensUnseen'> {
    return { content: this.#content, opensUnseen: this.#guard.opensUnseen };
  }
}
