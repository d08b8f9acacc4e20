import type { IncomingHttpHeaders } from 'node:http';
import type { WebhookRequest } from '../../src/platform/channels/platform.ts';

/** A person's message, as a test says it. */
export interface Said {
  text: string;
  /** Who writes, and where; the same person in the same chat when absent. */
  chat?: number;
  /** Sent again under the ID of before: a duplicate. */
  id?: string;
  /** The platform leaves out who writes, or where. */
  nameless?: 'author' | 'conversation';
  /** Goes by this name instead of a number, where the platform knows both. */
  username?: string;
}

export interface Pressable {
  id: string;
  label: string;
}

/** The name of the file in a form; empty when what is called a picture is none. */
export function fileIn(form: string): string {
  const [, name = ''] = /filename="?([^";\r\n]+)/.exec(form) ?? [];
  return name.endsWith('.png') && !form.includes('PNG') ? '' : name;
}

/** A field of a form. */
export function fieldIn(form: string, field: string): string {
  const [, value = ''] = new RegExp(`name="?${field}"?\\r\\n(?:[^\\r]+\\r\\n)*\\r\\n([^\\r]*)`).exec(form) ?? [];
  return value;
}

/** Keeps what was shown where, by any key. */
export class Shelf<Item> {
  readonly #items = new Map<string, Item[]>();

  add(place: string, item: Item): void {
    this.#items.set(place, [...this.at(place), item]);
  }

  at(place: string): Item[] {
    return this.#items.get(place) ?? [];
  }
}

/** What becomes of the platform's webhook requests: `fetch` to a service, or the channel itself. */
export type Carrier = (request: WebhookRequest) => Promise<{ status: number }>;

/** Somebody else's chat platform on this machine, that speaks its wire protocol. */
export interface ChatPeer {
  /** Settings of a channel that reaches it. */
  channel: { type: string } & Record<string, unknown>;
  /** The name of the secret setting that is its password, and one that it does not take. */
  wrongSecret: Record<string, string>;
  /** A person writes to the bot alone. @returns the ID under which it may be sent again */
  say(said: Said): Promise<string>;
  /** What a person sees of the bot in a chat, in order, edits made. */
  shown(chat?: number): string[];
  /** Names of the files that a person sees in a chat, in order; those of pictures end with `.png` and were pictures. */
  files(chat?: number): string[];
  /** The buttons below the bot's messages of a chat. */
  buttons(chat?: number): Pressable[];
  /** A person presses a button of which this is the ID. */
  press(id: string, chat?: number): Promise<void>;
  /** Files are not taken from now on. */
  refuseFiles(): void;
  /** Answers the next calls that post or edit by this status; 429 asks for a second of patience, 0 breaks off. */
  refuse(status: number, calls: number): void;
  /** The token is no longer valid. */
  revoke(): void;
  /** Where webhook requests go; platforms that are asked by the bot need none. */
  carry(carrier: Carrier): void;
  stop(): Promise<void>;
}

/** Sends webhook requests to an address. */
export function carryTo(url: () => string): Carrier {
  return async ({ method, headers, body }) => {
    const response = await fetch(url(), { method, headers: plain(headers), body: new Uint8Array(body) });
    await response.text();
    return { status: response.status };
  };
}

function plain(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
