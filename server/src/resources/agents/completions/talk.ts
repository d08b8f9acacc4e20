import type { LanguageModelV4Message, LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from '@ai-sdk/provider';

const longestResult = 4000;

/** The messages for the language model within one answer: the prompt and all steps since. */
export class Talk {
  #opening: LanguageModelV4Prompt;
  readonly #shorter: (() => LanguageModelV4Prompt) | undefined;
  #since: LanguageModelV4Message[] = [];
  #isShort = false;

  constructor(opening: LanguageModelV4Prompt, shorter: (() => LanguageModelV4Prompt) | undefined) {
    this.#opening = opening;
    this.#shorter = shorter;
  }

  get messages(): LanguageModelV4Prompt {
    return [...this.#opening, ...this.#since];
  }

  add(...messages: LanguageModelV4Message[]): void {
    this.#since.push(...messages.map((message) => (this.#isShort ? cutResults(message) : message)));
  }

  /** Switches to the shorter prompt. Returns false when there is none. */
  shorten(): boolean {
    if (this.#isShort || this.#shorter === undefined) return false;
    this.#isShort = true;
    this.#opening = this.#shorter();
    this.#since = this.#since.map(cutResults);
    return true;
  }
}

function cutResults(message: LanguageModelV4Message): LanguageModelV4Message {
  if (message.role !== 'tool') return message;
  const content = message.content.map((part) => {
    return part.type === 'tool-result' ? cutResult(part, longestResult) : part;
  });
  return { ...message, content };
}

/** Leaves out the end of a result of more characters, and says so. */
export function cutResult(part: LanguageModelV4ToolResultPart, most: number): LanguageModelV4ToolResultPart {
  const { output } = part;
  if (output.type !== 'text' || output.value.length <= most) return part;
  const { value } = output;
  const cut = `${value.slice(0, most)}\nCut here: it has ${value.length} characters.\n</tool-data>`;
  return { ...part, output: { ...output, value: cut } };
}
