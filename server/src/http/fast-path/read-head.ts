import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** What a request says before its body. */
export type RequestHead = Pick<IncomingMessage, 'headers' | 'httpVersion' | 'method' | 'rawHeaders' | 'socket' | 'url'>;

/** Longer heads are left to Node's parser. */
const mostCharacters = 4096;
const requestLine = /^POST (\/[\x21-\x7e]*) HTTP\/1\.1$/;
/** Visible ASCII, with single spaces inside: what parsers could read differently does not match. */
const field = /^([A-Za-z0-9-]+): ([\x21-\x7e]+(?: [\x21-\x7e]+)*)$/;
/** Headers that change how a message is framed or how its connection is used; Node obeys the last one, too. */
const special: ReadonlySet<string> = new Set([
  'transfer-encoding',
  'expect',
  'upgrade',
  'trailer',
  'te',
  'keep-alive',
  'proxy-connection',
]);

/**
 * Reads the head of a plain POST with a body. It is stricter than HTTP: undefined for every head that is not in the
 * most usual form, which Node's parser then judges. What it reads has the same meaning for Node.
 */
export function readHead(text: string, socket: Socket): RequestHead | undefined {
  if (text.length > mostCharacters) return undefined;
  const [first, ...lines] = text.split('\r\n');
  const url = requestLine.exec(first)?.[1];
  if (url === undefined) return undefined;
  const headers: IncomingHttpHeaders = {};
  const rawHeaders: string[] = [];
  for (const line of lines) {
    const [, name, value] = field.exec(line) ?? [];
    if (name === undefined) return undefined;
    const key = name.toLowerCase();
    if (special.has(key) || Object.hasOwn(headers, key)) return undefined;
    if (key === 'connection' && value.toLowerCase() !== 'keep-alive') return undefined;
    headers[key] = value;
    rawHeaders.push(name, value);
  }
  const head = { method: 'POST', url, headers, rawHeaders, httpVersion: '1.1', socket };
  return lengthOfBody(head) > 0 ? head : undefined;
}

/** Returns the length that a head announces for its body; 0 unless it is plainly written. */
export function lengthOfBody({ headers: { 'content-length': length = '' } }: Pick<RequestHead, 'headers'>): number {
  return /^[1-9]\d{0,8}$/.test(length) ? Number(length) : 0;
}
