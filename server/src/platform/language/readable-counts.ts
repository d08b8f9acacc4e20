/** In OpenAI's protocol only counts have such names: what a model writes stands in texts, where quotes are escaped. */
const count = /(_tokens"\s*:\s*)("[^"\\]{0,40}"|-?\d[\d.eE+-]*)/g;

/**
 * Lets answers in OpenAI's protocol be read whose counts of tokens are odd: text such as `"12"` becomes the number, and
 * what is no number becomes one that cannot be. The packages of providers would refuse the whole answer.
 */
export function withReadableCounts(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok || response.body === null) return response;
    const { status, statusText, headers } = response;
    const isStream = headers.get('content-type')?.startsWith('text/event-stream');
    const body = isStream ? repaired(response.body) : readable(await response.text());
    return new Response(body, { status, statusText, headers });
  };
}

/**
 * Passes lines on as they come: a count does not go beyond its line. A `TransformStream` takes twice as long for an
 * answer in several pieces.
 */
function repaired(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const [reader, decoder, encoder] = [stream.getReader(), new TextDecoder(), new TextEncoder()];
  let line = '';
  const linesOf = (piece: string) => {
    const end = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf('\r')) + 1;
    const lines = end > 0 ? line + piece.slice(0, end) : '';
    line = end > 0 ? piece.slice(end) : line + piece;
    return lines;
  };
  return new ReadableStream({
    async pull(controller) {
      for (let text = ''; text === ''; ) {
        const { done, value } = await reader.read();
        text = done ? line + decoder.decode() : linesOf(decoder.decode(value, { stream: true }));
        if (text !== '') controller.enqueue(encoder.encode(readable(text)));
        if (done) return controller.close();
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function readable(text: string): string {
  return text.replaceAll(count, (_, name: string, told: string) => `${name}${numberOf(told)}`);
}

/** Returns a number in JSON; a negative one for what tells none. */
function numberOf(told: string): string {
  const number = Number(told.replaceAll('"', ' '));
  return /\d/.test(told) && Number.isFinite(number) ? String(number) : '-1';
}
