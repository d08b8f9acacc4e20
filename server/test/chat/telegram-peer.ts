/** The Bot API as far as the adapter uses it: https://core.telegram.org/bots/api */
import type { ServerResponse } from 'node:http';
import { startLoopback } from '../loopback.ts';
import { type Carrier, type ChatPeer, fieldIn, fileIn, type Pressable, Shelf } from './peer.ts';

const token = '123456789:AATestTestTestTestTestTestTestTest';
const bot = { id: 42, is_bot: true, first_name: 'Helper', username: 'helper_bot' };

interface Update {
  update_id: number;
  [kind: string]: unknown;
}

export interface TelegramPeer extends ChatPeer {
  /** Sends a raw update. */
  update(content: Record<string, unknown>): Promise<void>;
  /** The next polls are answered by 502, beginning with the one that waits. */
  failPolls(count: number): void;
  /** Methods that were called, in order. */
  calls: { method: string; parameters: Record<string, unknown> }[];
  /** Keeps a file that a person sends. @returns its ID */
  keep(text: string): string;
}

export async function startTelegram({
  mode = 'polling',
  longest = 4096,
}: {
  mode?: 'polling' | 'webhook';
  /** The longest text that it takes. */
  longest?: number;
} = {}): Promise<TelegramPeer> {
  let valid = true;
  let refusal = { status: 0, calls: 0 };
  let pollFaults = 0;
  let nextId = 100;
  let webhook: { secret_token?: string } | undefined;
  let carrier: Carrier = async () => ({ status: 200 });
  let updates: Update[] = [];
  let polling: (() => void) | undefined;
  const shown = new Map<number, Map<number, string>>();
  const calls: TelegramPeer['calls'] = [];
  const files = new Shelf<string>();
  const buttons = new Map<number, Pressable[]>();
  const sent = new Map<string, string>();
  let takesFiles = true;

  const server = await startLoopback(({ path, body }, response) => {
    const [, kept] = /^\/file\/([^/]+\/documents\/.+)$/.exec(path) ?? [];
    if (kept !== undefined)
      return void response.end(sent.get(kept.replace(`bot${token}/documents/`, '')) ?? 'Hats cost five euros.');
    const [, given, method] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? [];
    const isForm = body.startsWith('--');
    const parameters = isForm ? { chat_id: fieldIn(body, 'chat_id') } : body ? JSON.parse(body) : {};
    calls.push({ method, parameters });
    if (!valid || given !== token)
      return send(response, 401, { ok: false, error_code: 401, description: 'Unauthorized' });
    const isPost = /^(sendMessage|editMessageText)$/.test(method);
    if (isPost && refusal.calls > 0) {
      refusal.calls -= 1;
      const parameters = refusal.status === 429 ? { retry_after: 1 } : undefined;
      return send(response, refusal.status, { ok: false, error_code: refusal.status, description: 'no', parameters });
    }
    if (isForm) return takeFile(String(parameters.chat_id), fileIn(body), response);
    answer(method, parameters, response);
  });

  function takeFile(chat: string, name: string, response: ServerResponse) {
    if (!takesFiles || name === '')
      return send(response, 400, { ok: false, error_code: 400, description: 'Bad Request: not enough rights' });
    nextId += 1;
    files.add(chat, name);
    return send(response, 200, { ok: true, result: { message_id: nextId } });
  }

  function keepButtons(chat: number, { reply_markup }: Record<string, unknown>): void {
    const { inline_keyboard = [] } = (reply_markup ?? {}) as {
      inline_keyboard?: { text: string; callback_data: string }[][];
    };
    const keys = inline_keyboard.flat().map(({ text, callback_data }) => ({ label: text, id: callback_data }));
    if (keys.length > 0) buttons.set(chat, keys);
  }

  function answer(method: string, parameters: Record<string, unknown>, response: ServerResponse) {
    const ok = (result: unknown) => send(response, 200, { ok: true, result });
    const bad = (description: string) => send(response, 400, { ok: false, error_code: 400, description });
    const chat = Number(parameters.chat_id);
    const text = String(parameters.text ?? '');
    if (lengthOf(parameters.parse_mode === 'HTML' ? text : text.replaceAll('<', '.')) > longest)
      return bad('Bad Request: message is too long');
    if ('text' in parameters && !/[^\p{Separator}\p{Control}\p{Format}\p{Mark}]/u.test(text))
      return bad('Bad Request: message text is empty');
    switch (method) {
      case 'getMe':
        return ok(bot);
      case 'setWebhook':
        webhook = parameters;
        return ok(true);
      case 'deleteWebhook':
        webhook = undefined;
        return ok(true);
      case 'getFile':
        return ok({ file_id: parameters.file_id, file_path: `documents/${parameters.file_id}` });
      case 'setMyCommands':
      case 'sendChatAction':
      case 'answerCallbackQuery':
        return ok(true);
      case 'getUpdates':
        if (pollFaults > 0) {
          pollFaults -= 1;
          return send(response, 502, { ok: false, error_code: 502, description: 'Bad Gateway' });
        }
        return poll(parameters, ok);
      case 'sendMessage': {
        nextId += 1;
        keepButtons(chat, parameters);
        const messages = shown.get(chat) ?? new Map();
        shown.set(chat, messages.set(nextId, String(parameters.text)));
        return ok({ message_id: nextId });
      }
      case 'editMessageText': {
        const messages = shown.get(chat);
        const id = Number(parameters.message_id);
        if (!messages?.has(id)) return bad('Bad Request: message to edit not found');
        if (messages.get(id) === parameters.text) return bad('Bad Request: message is not modified');
        messages.set(id, String(parameters.text));
        keepButtons(chat, parameters);
        return ok({ message_id: id });
      }
      default:
        return send(response, 404, { ok: false, error_code: 404, description: 'Not Found' });
    }
  }

  /** Long polling: answers at once when there is something, else when something comes, or after the timeout. */
  function poll({ offset = 0, timeout = 0 }: Record<string, unknown>, ok: (result: unknown) => void) {
    updates = updates.filter(({ update_id }) => update_id >= Number(offset));
    polling?.();
    if (updates.length > 0) return ok(updates);
    const timer = setTimeout(() => polling?.(), Number(timeout) * 1000);
    polling = () => {
      clearTimeout(timer);
      polling = undefined;
      ok(updates);
    };
  }

  async function update(content: Record<string, unknown>): Promise<void> {
    nextId += 1;
    const whole = { update_id: nextId, ...content };
    if (mode === 'polling') {
      updates.push(whole);
      polling?.();
      return;
    }
    const headers = {
      'content-type': 'application/json',
      'x-telegram-bot-api-secret-token': webhook?.secret_token ?? '',
    };
    await carrier({ method: 'POST', headers, query: {}, body: Buffer.from(JSON.stringify(whole)) });
  }

  return {
    channel: { type: 'telegram', bot_token: token, mode, api_url: server.url },
    wrongSecret: { bot_token: '987654321:AAWrongWrongWrongWrongWrongWrong' },
    calls,
    update,
    keep(text) {
      const id = `kept-${sent.size}`;
      sent.set(id, text);
      return id;
    },
    failPolls(count) {
      pollFaults = count;
      polling?.();
    },
    async say({ text, chat = 1, id, nameless }) {
      nextId += 1;
      const message_id = id ? Number(id) : nextId;
      const [author, room] = [
        nameless === 'author' ? {} : { id: chat },
        nameless === 'conversation' ? {} : { id: chat },
      ];
      const from = { ...author, is_bot: false, first_name: 'Ann', username: 'ann' };
      await update({ message: { message_id, from, chat: { ...room, type: 'private' }, date: 1, text } });
      return String(message_id);
    },
    shown: (chat = 1) => [...(shown.get(chat)?.values() ?? [])],
    files: (chat = 1) => files.at(String(chat)),
    buttons: (chat = 1) => buttons.get(chat) ?? [],
    async press(id, chat = 1) {
      const from = { id: chat, is_bot: false, first_name: 'Ann', username: 'ann' };
      nextId += 1;
      const message = { message_id: 1, chat: { id: chat, type: 'private' }, date: 1 };
      await update({ callback_query: { id: String(nextId), from, message, chat_instance: '1', data: id } });
    },
    refuseFiles() {
      takesFiles = false;
    },
    refuse(status, count) {
      refusal = { status, calls: count };
    },
    revoke() {
      valid = false;
      polling?.();
    },
    carry(to) {
      carrier = to;
    },
    stop: server.stop,
  };
}

/** What is left of a text once its markup was read. */
function lengthOf(html: string): number {
  return html.replace(/<[^>]*>/g, '').replace(/&\w+;/g, '.').length;
}

/** @param status 0: the connection breaks off before any answer */
export function send(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  if (status === 0) response.destroy();
  else response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
