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
    const body = isStream ? response.body.pipeThrough(repairing()) : readable(await response.text());
    return new Response(body, { status, statusText, headers });
  };
}

/** Passes lines on as they come: a count does not go beyond its line. */
function repairing(): TransformStream<Uint8Array, Uint8Array> {
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()];
  let line = '';
  return new TransformStream({
    transform(bytes, controller) {
      const piece = decoder.decode(bytes, { stream: true });
      const end = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf('\r')) + 1;
      if (end > 0) controller.enqueue(encoder.encode(readable(line + piece.slice(0, end))));
      line = end > 0 ? piece.slice(end) : line + piece;
    },
    flush: (controller) => controller.enqueue(encoder.encode(readable(line + decoder.decode()))),
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
