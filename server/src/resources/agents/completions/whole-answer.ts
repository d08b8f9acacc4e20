import type { LanguageModelV4GenerateResult, LanguageModelV4StreamPart } from '@ai-sdk/provider';

/** Characters of a piece: a guard of texts looks at them piece by piece. */
const pieceLength = 200;

/** Tells an answer that came whole as if it were streamed; how it ends comes first, because its text may be cut. */
export function* partsOf({
  content,
  finishReason,
  usage,
}: LanguageModelV4GenerateResult): Generator<LanguageModelV4StreamPart> {
  yield { type: 'finish', finishReason, usage };
  for (const [at, part] of content.entries()) {
    if (part.type === 'tool-call') yield part;
    if (part.type !== 'text' && part.type !== 'reasoning') continue;
    const { type, text, providerMetadata } = part;
    const id = String(at);
    yield { type: `${type}-start`, id };
    for (let from = 0; from < text.length; from += pieceLength)
      yield { type: `${type}-delta`, id, delta: text.slice(from, from + pieceLength) };
    yield { type: `${type}-end`, id, ...(providerMetadata ? { providerMetadata } : {}) };
  }
}
