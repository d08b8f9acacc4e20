import { connect } from 'node:net';
import type { TestService } from '../service.ts';

/** Sends raw bytes and reads until the other side disconnects or is silent for half a second. Returns what arrived. */
export function rawBytes({ url }: Pick<TestService, 'url'>, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.setTimeout(500, () => socket.destroy());
    socket.once('error', reject).once('close', () => resolve(text));
  });
}
