import { invalidField } from '../../../errors.ts';
import type { ToolResult } from '../toolset.ts';
import type { HttpRequest } from './request.ts';

export interface HttpLimits {
  /** Checks addresses and enforces limits of time and size. */
  fetch: typeof fetch;
  headers: Readonly<Record<string, string>>;
}

type Input = Readonly<Record<string, unknown>>;

const mostCharacters = 40_000;

/** Sends one request below the base address; returns status and body, whatever the status is. */
export async function callRequest(
  baseUrl: URL,
  request: HttpRequest,
  input: Input,
  { fetch, headers }: HttpLimits,
  signal: AbortSignal,
): Promise<ToolResult> {
  const url = addressOf(baseUrl, request, input);
  const body = request.body === undefined ? undefined : JSON.stringify(input.body);
  const answer = await fetch(url, {
    method: request.method,
    headers: { accept: 'application/json, text/*;q=0.9', ...contentType(body), ...headers },
    ...(body === undefined ? {} : { body }),
    signal,
  });
  const content = { status: answer.status, body: readBody(answer.headers.get('content-type'), await answer.text()) };
  return { content, details: { method: request.method, path: url.pathname, status: answer.status } };
}

function contentType(body: string | undefined): Record<string, string> {
  return body === undefined ? {} : { 'content-type': 'application/json' };
}

/** Values are escaped, so that none can change the path or host. */
function addressOf(baseUrl: URL, { path, parameters }: HttpRequest, input: Input): URL {
  const filled = path.replace(/\{([^{}]*)\}/g, (_, name: string) => segmentOf(name, input[name]));
  const url = new URL(baseUrl.href.replace(/\/$/, '') + filled);
  for (const { name, in: place } of parameters) {
    const value = input[name];
    if (place !== 'query' || value === undefined || value === null) continue;
    for (const one of [value].flat()) url.searchParams.append(name, textOf(one));
  }
  return url;
}

function segmentOf(name: string, value: unknown): string {
  const text = textOf(value);
  if (text === '' || text === '.' || text === '..')
    throw invalidField(`/${name}`, 'must be a part of a path, not empty and no dots alone', 'wrong_format');
  return encodeURIComponent(text);
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function readBody(type: string | null, text: string): unknown {
  if (text.length <= mostCharacters && /[/+]json\b/.test(type ?? '')) {
    try {
      return JSON.parse(text);
    } catch {
      // A body that is not valid JSON is returned as text.
    }
  }
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
}
