import { streamError } from './event-stream.ts';
import { chunksOf } from './source.ts';

/** Yields the values of an NDJSON response as they arrive. */
export async function* readLines<Value>(response: Response, signal?: AbortSignal): AsyncGenerator<Value, void> {
  if (!response.body) return;
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const chunk of chunksOf(response.body)) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line) yield JSON.parse(line) as Value;
    }
    if (rest) yield JSON.parse(rest) as Value;
  } catch (error) {
    throw streamError(error, signal);
  }
}
