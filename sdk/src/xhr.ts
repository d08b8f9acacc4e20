import type { UploadProgress } from './types.ts';

/** The used part of XMLHttpRequest: browser types do not exist in all runtimes. */
interface UploadRequest {
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: unknown): void;
  abort(): void;
  responseType: 'blob';
  withCredentials: boolean;
  upload: { onprogress: (event: { loaded: number; total: number; lengthComputable: boolean }) => void };
  onload: () => void;
  onerror: () => void;
  onabort: () => void;
  onloadend: () => void;
  readonly status: number;
  readonly response: Blob;
  readonly responseURL: string;
}

const { XMLHttpRequest: Xhr } = globalThis as unknown as { XMLHttpRequest?: new () => UploadRequest };

/** Whether this is a browser. */
export const hasXhr = Xhr !== undefined;

/** A `fetch` by XMLHttpRequest, with which browsers report upload progress. */
export function fetchWithProgress(
  url: string,
  { method = 'POST', headers, body, signal, credentials }: RequestInit,
  onProgress: (progress: UploadProgress) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    if (!Xhr) throw new TypeError('there is no XMLHttpRequest');
    signal?.throwIfAborted();
    const request = new Xhr();
    const abort = () => request.abort();
    request.open(method, url);
    request.responseType = 'blob';
    request.withCredentials = credentials === 'include';
    for (const [name, value] of Object.entries(headers as Record<string, string>))
      request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      onProgress({ loaded, total: lengthComputable ? total : undefined });
    request.onload = () => resolve(responseOf(request, url));
    request.onerror = () => reject(new TypeError('the upload failed'));
    request.onabort = () => reject(signal?.reason);
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort, { once: true });
    request.send(body);
  });
}

function responseOf(request: UploadRequest, url: string): Response {
  const lines = request.getAllResponseHeaders().trim().split('\r\n');
  const headers = lines.map((line): [string, string] => [line.split(':', 1)[0], line.replace(/^[^:]*:\s*/, '')]);
  const response = new Response(request.status === 204 ? null : request.response, { status: request.status, headers });
  return Object.defineProperty(response, 'url', { value: request.responseURL || url });
}
