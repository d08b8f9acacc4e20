import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Said } from './peer.ts';

interface HistoryMessage {
  conversation_id: string;
  direction: string;
  text: string;
  status: string;
}

/** People at the widget of a page: they try again until their message is taken. */
export class WebVisitors {
  readonly #address: () => string;
  readonly #tokens = new Map<number, string>();

  /** @param address of the chatbot, which changes when its service does */
  constructor(address: () => string) {
    this.#address = address;
  }

  async say({ text, chat = 1 }: Said): Promise<string> {
    const id = randomUUID();
    const token = this.#tokens.get(chat) ?? (await this.#post('visits', {})).token;
    this.#tokens.set(chat, token);
    await this.#post('messages', { id, text }, { authorization: `Bearer ${token}` });
    return id;
  }

  /** What the visitors were answered, one list for each. @param history of the chatbot */
  answersIn(history: HistoryMessage[]): string[][] {
    const conversations = [...new Set(history.map(({ conversation_id }) => conversation_id))];
    return conversations.map((id) =>
      history
        .filter(
          ({ conversation_id, direction, status }) =>
            conversation_id === id && direction === 'out' && status === 'sent',
        )
        .map(({ text }) => text),
    );
  }

  async #post(path: string, body: object, headers: Record<string, string> = {}): Promise<{ token: string }> {
    for (;;) {
      const response = await fetch(`${this.#address()}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }).catch(() => undefined);
      const answer = await response?.json().catch(() => undefined);
      if (response?.ok && answer) return answer as { token: string };
      await wait(50);
    }
  }
}
