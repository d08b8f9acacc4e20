/** The Bot Connector with its sign-in and its keys, as far as the adapter uses them: https://learn.microsoft.com/azure/bot-service/rest-api */
import { KeyObject } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { startLoopback } from '../loopback.ts';
import { type Carrier, type ChatPeer, type Pressable, Shelf } from './peer.ts';
import { send } from './telegram-peer.ts';

const app_id = '00000000-0000-0000-0000-00000000abcd';
const app_password = 'a password of the app';
/** Channels that its key signs for. */
const endorsements = ['msteams', 'webchat'];
const bot = { id: `28:${app_id}`, name: 'Helper' };

export interface TeamsPeer extends ChatPeer {
  /** Sends a raw activity, by a token with these claims. */
  activity(content: object, claims?: { audience?: string; serviceurl?: string }): Promise<void>;
  url: string;
  /** Signs what it sends; the name of its public part is `key-1`. */
  key: KeyObject;
  /** From now on its messages name this address as its own: something that stands before it. */
  standBehind(url: string): void;
  /** The last card in a chat. */
  card(chat?: number): Record<string, unknown> | undefined;
}

export async function startTeams(): Promise<TeamsPeer> {
  let valid = true;
  let refusal = { status: 0, calls: 0 };
  let count = 0;
  let carrier: Carrier = async () => ({ status: 200 });
  const shown = new Map<string, Map<string, string>>();
  const files = new Shelf<string>();
  const cards = new Shelf<{ actions: { title: string; data: { sibyl: string } }[] }>();
  let takesFiles = true;
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'key-1', alg: 'RS256', use: 'sig', endorsements };

  const server = await startLoopback(({ method, path, headers, body }, response) => {
    if (path === '/keys') return send(response, 200, { keys: [jwk] });
    if (path.endsWith('/oauth2/v2.0/token')) {
      const isRight = valid && new URLSearchParams(body).get('client_secret') === app_password;
      return isRight
        ? send(response, 200, { access_token: 'token-1', expires_in: 3600 })
        : send(response, 401, { error: 'invalid_client' });
    }
    if (!valid || headers.authorization !== 'Bearer token-1') return send(response, 401, {});
    const [, conversation = '', id = ''] = /^\/v3\/conversations\/([^/]+)\/activities(?:\/([^/]+))?$/.exec(path) ?? [];
    const activity = JSON.parse(body);
    if (activity.type === 'typing') return send(response, 200, { id: 'typing' });
    if (refusal.calls > 0) {
      refusal.calls -= 1;
      return send(response, refusal.status, {}, { 'retry-after': '1' });
    }
    const messages = shown.get(conversation) ?? new Map<string, string>();
    if (method === 'PUT' && !messages.has(id)) return send(response, 404, { error: { message: 'Activity not found' } });
    count += 1;
    const [attached] = activity.attachments ?? [];
    if (attached?.contentUrl) {
      const isPicture = attached.contentUrl.startsWith('data:image/png;base64,iVBOR');
      if (!takesFiles || !isPicture) return send(response, 413, {});
      files.add(conversation, attached.name);
      return send(response, 200, { id: `posted-${count}` });
    }
    if (attached?.content) cards.add(conversation, attached.content);
    const posted = method === 'PUT' ? id : `posted-${count}`;
    shown.set(conversation, messages.set(posted, activity.text));
    return send(response, 200, { id: posted });
  });

  let serviceUrl = server.url;
  const carry: TeamsPeer['activity'] = async (content, { audience = app_id, serviceurl = serviceUrl } = {}) => {
    const activity = { channelId: 'msteams', serviceUrl, ...content };
    const token = await new SignJWT({ serviceurl })
      .setProtectedHeader({ alg: 'RS256', kid: 'key-1' })
      .setIssuer('https://api.botframework.com')
      .setAudience(audience)
      .setExpirationTime('1h')
      .sign(privateKey);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    await carrier({ method: 'POST', headers, query: {}, body: Buffer.from(JSON.stringify(activity)) });
  };

  return {
    url: server.url,
    key: KeyObject.from(privateKey),
    activity: carry,
    standBehind(url) {
      serviceUrl = url;
    },
    channel: { type: 'teams', app_id, app_password, login_url: server.url, keys_url: `${server.url}/keys` },
    wrongSecret: { app_password: 'not the password of it' },
    async say({ text, chat = 1, id, nameless }) {
      count += 1;
      const activity = id ?? `said-${count}`;
      await carry({
        type: 'message',
        id: activity,
        timestamp: new Date(1_700_000_000_000 + count * 1000).toISOString(),
        from: { id: nameless === 'author' ? '' : `29:${chat}`, name: 'Ann' },
        recipient: bot,
        conversation: { id: nameless === 'conversation' ? '' : `a-${chat}`, conversationType: 'personal' },
        text,
        attachments: [{ contentType: 'text/html', content: text }],
      });
      return activity;
    },
    shown: (chat = 1) => [...(shown.get(`a-${chat}`)?.values() ?? [])],
    files: (chat = 1) => files.at(`a-${chat}`),
    card: (chat = 1) => cards.at(`a-${chat}`).at(-1) as Record<string, unknown> | undefined,
    buttons: (chat = 1): Pressable[] =>
      (cards.at(`a-${chat}`).at(-1)?.actions ?? []).map(({ title, data }) => ({ label: title, id: data.sibyl })),
    async press(id, chat = 1) {
      count += 1;
      await carry({
        type: 'message',
        id: `pressed-${count}`,
        timestamp: new Date(1_700_000_000_000 + count * 1000).toISOString(),
        from: { id: `29:${chat}`, name: 'Ann' },
        recipient: bot,
        conversation: { id: `a-${chat}`, conversationType: 'personal' },
        value: { sibyl: id },
      });
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
