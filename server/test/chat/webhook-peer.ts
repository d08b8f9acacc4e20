/** An application that talks to a chatbot by signed HTTP, both ways; it drops answers whose ID it has seen. */
import { randomUUID } from 'node:crypto';
import { signStandard } from '../../src/platform/channels/signatures.ts';
import { startLoopback } from '../loopback.ts';
import { type Carrier, type ChatPeer, type Pressable, Shelf } from './peer.ts';
import { send } from './telegram-peer.ts';

const secret = 'a secret of twenty-four characters';

export async function startWebhookPeer(): Promise<ChatPeer> {
  let valid = true;
  let refusal = { status: 0, calls: 0 };
  let carrier: Carrier = async () => ({ status: 200 });
  const seen = new Set<string>();
  const files = new Shelf<string>();
  const buttons = new Map<string, Pressable[]>();
  let takesFiles = true;
  const shown = new Map<string, string[]>();
  const server = await startLoopback(({ headers, body }, response) => {
    if (!valid) return send(response, 401, {});
    if (refusal.calls > 0) {
      refusal.calls -= 1;
      return send(response, refusal.status, {}, { 'retry-after': '1' });
    }
    const { type, conversation, text, name, buttons: keys } = JSON.parse(body);
    const id = String(headers['webhook-id']);
    if (type === 'file' && !takesFiles) return send(response, 415, {});
    if (keys) buttons.set(conversation, keys);
    if (type === 'file' && !seen.has(id)) files.add(conversation, name);
    else if (!seen.has(id)) shown.set(conversation, [...(shown.get(conversation) ?? []), text]);
    seen.add(id);
    send(response, 200, {});
  });
  return {
    channel: { type: 'webhook', reply_url: `${server.url}/answers`, secret },
    wrongSecret: { secret: 'another secret of many characters' },
    async say({ text, chat = 1, id = randomUUID(), nameless }) {
      const conversation = nameless === 'conversation' ? '' : `chat ${chat}`;
      const user = { id: nameless === 'author' ? '' : `user ${chat}`, name: 'Ann' };
      const body = JSON.stringify({ conversation, text, user });
      const headers = { 'content-type': 'application/json', ...signStandard(id, body, secret) };
      await carrier({ method: 'POST', headers, query: {}, body: Buffer.from(body) });
      return id;
    },
    files: (chat = 1) => files.at(`chat ${chat}`),
    buttons: (chat = 1) => buttons.get(`chat ${chat}`) ?? [],
    async press(id, chat = 1) {
      const body = JSON.stringify({ conversation: `chat ${chat}`, press: id, user: { id: `user ${chat}` } });
      const headers = { 'content-type': 'application/json', ...signStandard(randomUUID(), body, secret) };
      await carrier({ method: 'POST', headers, query: {}, body: Buffer.from(body) });
    },
    refuseFiles() {
      takesFiles = false;
    },
    shown: (chat = 1) => shown.get(`chat ${chat}`) ?? [],
    refuse(status, calls) {
      refusal = { status, calls };
    },
    revoke() {
      valid = false;
    },
    carry(to) {
      carrier = to;
    },
    stop: server.stop,
  };
}
