import { expect, onTestFinished, test } from 'vitest';
import { startLoopback } from '../../../test/loopback.ts';
import { downloadFile } from './download.ts';

async function open(answer = 'hats') {
  const peer = await startLoopback((_request, response) => response.end(answer));
  onTestFinished(() => peer.stop());
  const { signal } = new AbortController();
  return { peer, common: { label: 'Slack', fetch, signal, url: `${peer.url}/file`, maxBytes: 10 } };
}

test('shows the token to the platform alone, whatever address a message names', async () => {
  const { peer, common } = await open();
  const { host } = new URL(peer.url);
  for (const hosts of [['slack.com'], ['7.0.0.1'], [`not-${host}`]])
    await downloadFile({ ...common, token: { value: 'xoxb', hosts } });
  expect(peer.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined, undefined]);
  await downloadFile({ ...common, token: { value: 'xoxb', hosts: [host] } });
  expect(peer.requests.at(-1)?.headers.authorization).toBe('Bearer xoxb');
});

test('breaks off a file that is larger than it may be', async () => {
  const { common } = await open('x'.repeat(100_000));
  await expect(downloadFile(common)).rejects.toMatchObject({ kind: 'too_long', message: 'The file is too large.' });
});
