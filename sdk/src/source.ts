import type { Source, UploadProgress } from './types.ts';

type Stream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string>;

/** Returns whether it can be read only once. */
export function isStream(body: unknown): body is Stream {
  return typeof body === 'object' && body !== null && ('getReader' in body || Symbol.asyncIterator in body);
}

/** Returns whether it is sent unchanged rather than as JSON. */
export function isRaw(body: unknown): body is Exclude<Source, string> | FormData {
  return (
    body instanceof Blob ||
    body instanceof FormData ||
    body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body) ||
    isStream(body)
  );
}

/** Returns a stream that every `fetch` accepts; `onBytes` receives the total number of bytes so far. */
export function streamOf(source: Stream, onBytes?: (loaded: number) => void): ReadableStream<Uint8Array> {
  const chunks = 'getReader' in source ? chunksOf(source) : source[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let loaded = 0;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) return controller.close();
      const bytes = typeof value === 'string' ? encoder.encode(value) : value;
      loaded += bytes.byteLength;
      controller.enqueue(bytes);
      onBytes?.(loaded);
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}

/** Not every browser can iterate over a stream. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return undefined;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Returns a file for a form. Browsers stream only over HTTP/2, so there streams are read first. */
export async function blobOf(source: Source, type = ''): Promise<Blob> {
  if (source instanceof Blob) return source;
  if (isStream(source)) return new Response(streamOf(source)).blob();
  return new Blob([source as string | ArrayBuffer], { type });
}

/** Returns the body as a stream that reports progress, where there is no XMLHttpRequest. */
export function counted(body: unknown, onProgress: (progress: UploadProgress) => void): ReadableStream<Uint8Array> {
  if (isStream(body)) return streamOf(body, (loaded) => onProgress({ loaded, total: undefined }));
  const blob = body instanceof Blob ? body : new Blob([body as ArrayBuffer]);
  return streamOf(blob.stream(), (loaded) => onProgress({ loaded, total: blob.size }));
}
