import { expect, test } from 'vitest';
import { openReceiver } from '../../../../test/chat/receiver.ts';
import { startWhatsapp } from '../../../../test/chat/whatsapp-peer.ts';

const ann = { from: '491700', timestamp: '1700000000' };

async function start() {
  const peer = await startWhatsapp();
  return { ...openReceiver(peer, { id: '1', name: 'Shop' }), peer };
}

test('an edit is the same message with another text', async () => {
  const { peer, taken } = await start();
  await peer.message({ ...ann, id: 'wamid.1', type: 'text', text: { body: 'teh hat' } });
  const message = { type: 'text', text: { body: 'the hat' } };
  await peer.message({ ...ann, id: 'wamid.2', type: 'edit', edit: { original_message_id: 'wamid.1', message } });
  expect(taken.map(({ id, text, isEdit }) => [id, text, isEdit])).toEqual([
    ['wamid.1', 'teh hat', undefined],
    ['wamid.1', 'the hat', true],
  ]);
});

test.each(['revoke', 'request_welcome', 'reaction', 'system', 'unsupported', 'a_kind_of_next_year'])(
  'a notice of kind %s is nothing to answer',
  async (type) => {
    const { peer, taken } = await start();
    await peer.message({ ...ann, id: 'wamid.1', type, [type]: { original_message_id: 'wamid.0' } });
    expect(taken).toEqual([]);
  },
);

test('what is asked in a group is answered in it, when it is asked of the bot', async () => {
  const { peer, channel, taken } = await start();
  const group = { ...ann, group_id: 'G1', type: 'text' };
  await peer.message({ ...group, id: 'wamid.1', text: { body: 'among people' } });
  await peer.message({ ...group, id: 'wamid.2', text: { body: 'and now?' }, context: { from: '15550001234' } });
  expect(taken.map(({ isForBot, conversation }) => [isForBot, conversation])).toEqual([
    [false, 'G1'],
    [true, 'G1'],
  ]);
  await channel.post(taken[1].address, { text: 'now', citations: [] }, 'msg_1');
  expect(peer.posts).toMatchObject([{ recipient_type: 'group', to: 'G1' }]);
});

test('a button that is pressed says what stands on it', async () => {
  const { peer, taken } = await start();
  const interactive = { type: 'button_reply', button_reply: { id: 'b1', title: 'Paris' } };
  await peer.message({ ...ann, id: 'wamid.1', type: 'interactive', interactive });
  expect(taken).toMatchObject([{ text: 'Paris' }]);
  expect(taken[0].attachment).toBeUndefined();
});
