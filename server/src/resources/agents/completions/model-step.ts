import type { LanguageModelV4Content, LanguageModelV4GenerateResult } from '@ai-sdk/provider';
import type { EarlyEnd } from '../../../platform/language/text-guard.ts';

/** Maximum characters of one answer of a language model: texts, reasoning and calls together. */
export const mostCharacters = 1_000_000;

/** The result of one call of a language model. */
export interface ModelStep extends Pick<LanguageModelV4GenerateResult, 'content' | 'finishReason' | 'usage'> {
  /** Why it was ended before the language model ended it. */
  ended?: EarlyEnd;
  /** Milliseconds until its first piece. */
  firstMs?: number;
  /** Whether the template of the model opens a thought that the text then ends; undefined where that was not seen. */
  opensUnseen?: boolean | undefined;
}

export function textOf(content: readonly LanguageModelV4Content[]): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
