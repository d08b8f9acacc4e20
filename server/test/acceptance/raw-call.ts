import { request } from 'node:http';
import type { TestService } from '../service.ts';

export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
}

interface RawRequest {
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

/** Sends a request exactly as written: `fetch` refuses a body on GET and unusual methods, and normalises addresses. */
export function rawCall(
  service: TestService,
  method: string,
  path: string,
  { headers = {}, body }: RawRequest = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(service.url);
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, method, path, headers: { ...length, ...headers }, agent: false });
    call.once('error', reject);
    call.once('response', async (response) => {
      const text = Buffer.concat(await response.toArray()).toString();
      const json = response.headers['content-type']?.match(/[/+]json\b/) && text !== '';
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text,
        body: json ? JSON.parse(text) : undefined,
      });
    });
    call.end(body);
  });
}
