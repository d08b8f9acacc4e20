import { connect } from 'node:net';
import type { TestService } from '../service.ts';

/** Sends bytes as they are and reads until the other end hangs up or is silent for half a second. @returns what came */
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
