import type { Response as UndiciResponse } from 'undici';
import { ServiceError } from '../../errors.ts';

interface BodyLimits {
  maxBytes: number;
  /** Converts a failure during the body into the caller's error. */
  toError: (error: unknown) => unknown;
  /** Called once, when the body has ended. */
  done: () => void;
}

const withoutBody = new Set([204, 205, 304]);

/** Wraps a response so that its body fails when it exceeds the limit. */
export function limitBody(answer: UndiciResponse, limits: BodyLimits): Response {
  const { status, statusText } = answer;
  // These headers describe the compressed body, which is decompressed by now.
  const headers = new Headers([...answer.headers].filter(([name]) => !/^content-(?:encoding|length)$/.test(name)));
  if (answer.body === null || withoutBody.has(status)) {
    limits.done();
    return new Response(null, { status, statusText, headers });
  }
  return new Response(countedStream(answer.body, limits), { status, statusText, headers });
}

function countedStream(
  body: NonNullable<UndiciResponse['body']>,
  { maxBytes, toError, done }: BodyLimits,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { done: isLast, value } = await reader.read();
        bytes += value?.byteLength ?? 0;
        if (bytes > maxBytes) throw tooLarge(maxBytes);
        if (value) controller.enqueue(value);
        if (!isLast) return;
        controller.close();
      } catch (error) {
        await reader.cancel(error).catch(() => {});
        controller.error(toError(error));
      }
      done();
    },
    async cancel(reason) {
      done();
      await reader.cancel(reason);
    },
  });
}

function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError('remote_answer_too_large', `The answer is larger than ${maxBytes} bytes.`);
}
