import type { WebSocket } from 'ws';
import { fieldsOf } from './call-platform.ts';
import { ChannelFailure } from './failure.ts';

/** Time for a connection to open. */
const openingMs = 20_000;
const farewellMs = 2000;

/** Opens a WebSocket, either by name or to an address that was checked before. */
export async function openLiveSocket(url: string, address?: { address: string; family: number }): Promise<WebSocket> {
  const { WebSocket } = await import('ws');
  const lookup = address && {
    lookup: (_host: string, options: { all?: boolean }, found: (...answer: unknown[]) => void) =>
      options.all ? found(null, [address]) : found(null, address.address, address.family),
  };
  return new WebSocket(url, { handshakeTimeout: openingMs, followRedirects: false, ...lookup });
}

/**
 * Passes on each message as JSON. A peer that sends anything else is disconnected; an exception here would end the
 * service.
 */
export function readFrames(socket: WebSocket, take: (frame: Record<string, unknown>) => void): void {
  socket.on('message', (data) => {
    const frame = parseFrame(data.toString());
    if (frame) take(frame);
    else socket.terminate();
  });
}

function parseFrame(text: string): Record<string, unknown> | undefined {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Closes a WebSocket, and cuts the connection when the peer does not respond. */
export function closeSocket(socket: WebSocket): void {
  socket.close(1000);
  setTimeout(() => socket.terminate(), farewellMs).unref();
}

/** Rejects and disconnects unless `opened` resolves in time. */
export async function untilOpen(label: string, socket: WebSocket, opened: Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const failure = new ChannelFailure('temporary', `${label} did not greet a new connection in time.`);
  const timer = setTimeout(() => reject(failure), openingMs);
  try {
    await Promise.race([opened, late]);
  } catch (error) {
    socket.terminate();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
