import { ChannelFailure } from './failure.ts';

interface Download {
  /** The platform's name for users. */
  label: string;
  fetch: typeof fetch;
  url: string;
  maxBytes: number;
  signal: AbortSignal;
  /** Sent only to these hosts, because a message may name any other. */
  token?: { value: string; hosts: readonly string[] };
}

const timeoutMs = 60_000;

/** Downloads a file of a message. */
export async function downloadFile({ label, fetch, url, maxBytes, signal, token }: Download): Promise<Uint8Array> {
  const headers = token && isOf(url, token.hosts) ? { authorization: `Bearer ${token.value}` } : undefined;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const response = await fetch(url, { headers, redirect: 'error', signal: limit }).catch(() => {
    throw new ChannelFailure('temporary', `${label} does not hand out the file for now.`);
  });
  if (response.status >= 500 || response.status === 429)
    throw new ChannelFailure('temporary', `${label} says ${response.status} to a file.`);
  if (!response.ok) throw new ChannelFailure('refused', `${label} says ${response.status} to a file.`);
  return readUpTo(response, maxBytes);
}

function isOf(url: string, hosts: readonly string[]): boolean {
  const { hostname, host } = new URL(url);
  return hosts.some((one) => one === host || hostname === one || hostname.endsWith(`.${one}`));
}

async function readUpTo(response: Response, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.length;
    if (size > maxBytes) throw new ChannelFailure('too_long', 'The file is too large.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
