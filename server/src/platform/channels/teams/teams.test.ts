import type { Activity } from 'botframework-schema';
import { expect, test } from 'vitest';
import { openReceiver } from '../../../../test/chat/receiver.ts';
import { startTeams } from '../../../../test/chat/teams-peer.ts';

const app = '00000000-0000-0000-0000-00000000abcd';
const activity = {
  type: 'message',
  id: 'a-1',
  text: 'hello',
  from: { id: '29:1', name: 'Ann' },
  recipient: { id: `28:${app}`, name: 'Helper' },
  conversation: { id: 'c-1', conversationType: 'personal', isGroup: false, name: '' },
} satisfies Partial<Activity>;

async function start() {
  const peer = await startTeams();
  return { ...openReceiver(peer, { id: '28:1', name: 'Teams' }), peer };
}

test.each([`api://${app}`, `api://botid-${app}`])('knows itself as %s', async (audience) => {
  const { peer, taken } = await start();
  await peer.activity(activity, { audience });
  expect(taken).toMatchObject([{ text: 'hello', isForBot: true }]);
});

test('takes a service address that differs by a slash or by case, and no other', async () => {
  const { peer, taken } = await start();
  await peer.activity(activity, { serviceurl: `${peer.url.toUpperCase()}/` });
  expect(taken).toHaveLength(1);
  const elsewhere = peer.activity(activity, { serviceurl: 'https://evil.example.com/' });
  await expect(elsewhere).rejects.toMatchObject({ status: 401 });
});

test('believes a key for the channels that it is endorsed for', async () => {
  const { peer, taken } = await start();
  await expect(peer.activity({ ...activity, channelId: 'skype' })).rejects.toMatchObject({ status: 401 });
  expect(taken).toEqual([]);
});

test('answers in Web Chat, which says of no conversation which type it has', async () => {
  const { peer, taken } = await start();
  await peer.activity({ ...activity, channelId: 'webchat', conversation: { id: 'c-2' } });
  await peer.activity({ ...activity, channelId: 'webchat', conversation: { id: 'c-3', isGroup: true } });
  expect(taken.map(({ isForBot }) => isForBot)).toEqual([true, false]);
});
