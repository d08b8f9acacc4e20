import { expect, test, vi } from 'vitest';
import { openReceiver } from '../../../test/chat/receiver.ts';
import { startTelegram } from '../../../test/chat/telegram-peer.ts';
import { startWhatsapp } from '../../../test/chat/whatsapp-peer.ts';

test.each(['', ' ', '\0', '\u200b', '\ud800', '\udfff', 'a\0', 'b\ud83d'])(
  'nobody has the ID %j, which could be that of several people',
  async (from) => {
    const peer = await startWhatsapp();
    const { taken } = openReceiver(peer, { id: '1', name: 'Shop' });
    await peer.message({ from, timestamp: '1700000000', id: 'wamid.1', type: 'text', text: { body: 'hello' } });
    expect(taken).toEqual([]);
  },
);

test.each([{ toString: 1 }, [[]], null, 'x'])(
  'an update whose numbers are %j is taken or left, never a fault',
  async (odd) => {
    const peer = await startTelegram();
    const { channel, inlet, taken, failures } = openReceiver(peer, { id: '1', name: 'bot' });
    await channel.start(inlet);
    await channel.start(inlet);
    const message = { message_id: 1, from: { id: 1, is_bot: false }, chat: { id: 1, type: 'private' }, text: 'hello' };
    await peer.update({ message: { ...message, message_id: odd } });
    await peer.update({ message: { ...message, chat: { id: odd, type: 'private' } } });
    await peer.update({ message: { ...message, is_topic_message: true, message_thread_id: odd } });
    await peer.update({ message });
    await vi.waitFor(() => expect(taken.at(-1)).toMatchObject({ id: '1:1', text: 'hello' }), 5000);
    expect(failures).toEqual([]);
  },
);
