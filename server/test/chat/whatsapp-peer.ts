/** The Cloud API as far as the adapter uses it: https://developers.facebook.com/docs/whatsapp/cloud-api */
import { createHmac, randomUUID } from 'node:crypto';
import { startLoopback } from '../loopback.ts';
import { type Carrier, type ChatPeer, fileIn, type Pressable, Shelf } from './peer.ts';
import { send } from './telegram-peer.ts';

const access_token = 'EAATestTestTestTestTestTest';
const app_secret = '0123456789abcdef0123456789abcdef';
const phone_number_id = '1234567890';

export interface WhatsappPeer extends ChatPeer {
  /** Sends raw messages in a signed notification. */
  message(content: object, contacts?: object[]): Promise<void>;
  /** What was posted. */
  posts: Record<string, unknown>[];
}

export async function startWhatsapp({ longest = 4096 } = {}): Promise<WhatsappPeer> {
  let valid = true;
  let refusal = { status: 0, calls: 0 };
  let carrier: Carrier = async () => ({ status: 200 });
  let time = 1_700_000_000;
  const shown = new Map<string, string[]>();
  const posts: Record<string, unknown>[] = [];
  const files = new Shelf<string>();
  const media: string[] = [];
  const buttons = new Map<string, Pressable[]>();
  let takesFiles = true;
  const server = await startLoopback(({ path, headers, body }, response) => {
    const refuse = (status: number, code: number) => send(response, status, { error: { code, message: 'no' } });
    if (!valid || headers.authorization !== `Bearer ${access_token}`) return refuse(401, 190);
    if (path.startsWith(`/v26.0/${phone_number_id}?`)) return send(response, 200, { verified_name: 'Shop' });
    if (path === `/v26.0/${phone_number_id}/media`) {
      if (!takesFiles) return refuse(400, 131_053);
      return send(response, 200, { id: String(media.push(fileIn(body))) });
    }
    if (path !== `/v26.0/${phone_number_id}/messages`) return refuse(404, 100);
    const { to, recipient = to, text: plain, interactive, image, document, status } = JSON.parse(body);
    const text = plain ?? { body: interactive?.body.text ?? '' };
    const file = image ?? document;
    if (status === 'read') return send(response, 200, { success: true });
    if (refusal.calls > 0) {
      refusal.calls -= 1;
      return send(response, refusal.status, { error: { code: 1 } }, { 'retry-after': '1' });
    }
    if (!recipient) return refuse(400, 131_009);
    if (text.body.length > longest) {
      const message = "(#100) Param text['body'] must be at most 4096 characters long.";
      return send(response, 400, { error: { code: 100, message } });
    }
    posts.push(JSON.parse(body));
    if (file) {
      files.add(recipient, media[Number(file.id) - 1]);
      return send(response, 200, { messages: [{ id: `wamid.${randomUUID()}` }] });
    }
    if (interactive) buttons.set(recipient, keysOf(interactive.action));
    shown.set(recipient, [...(shown.get(recipient) ?? []), text.body]);
    return send(response, 200, { messages: [{ id: `wamid.${randomUUID()}` }] });
  });

  async function deliver(message: object, contacts: object[]): Promise<void> {
    const value = {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: '15550001234', phone_number_id },
      contacts,
      messages: [message],
    };
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ changes: [{ value }] }] });
    const signature = createHmac('sha256', app_secret).update(body).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` };
    await carrier({ method: 'POST', headers, query: {}, body: Buffer.from(body) });
  }

  return {
    posts,
    message: (content, contacts = []) => deliver(content, contacts),
    channel: {
      type: 'whatsapp',
      phone_number_id,
      access_token,
      app_secret,
      verify_token: 'a verify token',
      api_url: `${server.url}/v26.0`,
    },
    wrongSecret: { access_token: 'EAAWrongWrongWrongWrong' },
    async say({ text, chat = 1, id = `wamid.${randomUUID()}`, nameless, username }) {
      time += 1;
      const user = { user_id: `DE.13491208655302741${chat}`, profile: { name: 'Ann', username } };
      const person = { wa_id: `4917000000${chat}`, profile: { name: 'Ann' } };
      const contact = username === undefined ? person : user;
      const from = username === undefined ? { from: person.wa_id } : {};
      const message = { ...(nameless ? {} : from), id, timestamp: String(time), type: 'text', text: { body: text } };
      await deliver(message, nameless ? [] : [contact]);
      return id;
    },
    shown: (chat = 1) => [`4917000000${chat}`, `DE.13491208655302741${chat}`].flatMap((one) => shown.get(one) ?? []),
    files: (chat = 1) => files.at(`4917000000${chat}`),
    buttons: (chat = 1) => buttons.get(`4917000000${chat}`) ?? [],
    async press(id, chat = 1) {
      time += 1;
      const wa_id = `4917000000${chat}`;
      const interactive = { type: 'button_reply', button_reply: { id, title: 'as shown' } };
      const message = {
        from: wa_id,
        id: `wamid.${randomUUID()}`,
        timestamp: String(time),
        type: 'interactive',
        interactive,
      };
      await deliver(message, [{ wa_id, profile: { name: 'Ann' } }]);
    },
    refuseFiles() {
      takesFiles = false;
    },
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

interface Action {
  buttons?: { reply: { id: string; title: string } }[];
  sections?: { rows: { id: string; title: string }[] }[];
}

function keysOf({ buttons = [], sections = [] }: Action): Pressable[] {
  const keys = [...buttons.map(({ reply }) => reply), ...sections.flatMap(({ rows }) => rows)];
  return keys.map(({ id, title }) => ({ id, label: title }));
}
