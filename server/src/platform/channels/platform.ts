import type { TObject } from 'typebox';
import type { WebSocket } from 'ws';
import type { ChannelFailure } from './failure.ts';
import type { Installations, Installer, Permission } from './installation.ts';

/** Where to send a reply; made and read by the same platform, stored as JSON in between. */
export type ReplyAddress = { [field: string]: string | number | boolean | null };

/** The bot's identity on its platform. */
export interface Identity {
  id: string;
  name: string;
}

/** A person's message, in a form common to all platforms. */
export interface Inbound {
  /** The platform's ID, unique for the bot; a repeated message is stored once. */
  id: string;
  /** Identifies the conversation; unique for the bot. */
  conversation: string;
  address: ReplyAddress;
  /** Text that sorts messages of a conversation in the platform's order, whatever order they arrive in. */
  order: string;
  author: { id: string; name: string };
  /** Channel, group or chat of the message. */
  place: string;
  /** Without mentions of the bot; empty without text. */
  text: string;
  /** Content that no agent can read, with its article: `a photo`. */
  attachment?: string;
  /** Its files that may be documents. */
  files?: IncomingFile[];
  /** Whether it is in a thread that may be the bot's; then it is for the bot even without a mention. */
  isInThread?: boolean;
  /** Whether it was sent to the bot alone, or mentions it in a group. Other messages in groups are ignored. */
  isForBot: boolean;
  /** Whether it is a new text for an earlier message. */
  isEdit?: boolean;
  /** ID of the bot's button that was pressed in `place`. */
  pressed?: string;
}

/** A received file: its address, in the platform's form. */
export interface IncomingFile {
  name: string;
  mediaType: string;
  /** As stated by the platform, if at all. */
  byteSize?: number;
  source: string;
}

/** Receives what a channel gets. */
export interface Inlet {
  identity: Identity;
  /** Resolves when the messages are stored: only then may the platform drop them. */
  take(messages: Inbound[]): Promise<void>;
  /** Returns the last received message of each recent conversation, where platforms that repeat nothing continue. */
  latest(): Promise<{ conversation: string; id: string }[]>;
  /** Reports that receiving failed; the channel is stopped and started again later. */
  fail(failure: ChannelFailure): void;
}

/** A request of the platform with its raw body, because signatures cover bytes. */
export interface WebhookRequest {
  method: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  query: Readonly<Record<string, unknown>>;
  body: Buffer;
}

export interface WebhookAnswer {
  status: number;
  /** Sent as JSON unless it is text. */
  body?: unknown;
}

/**
 * How a channel ensures that a post arrives once although its response was lost: - `repeatable`: another post with the
 * same ID changes nothing; - `findable`: `find` tells whether it arrived; - `reserved`: the start is posted first and
 * then edited, so that at worst a start is left over; - `repeated`: it may arrive twice. Notices that may be repeated
 * are posted without this.
 */
export type Certainty = 'repeatable' | 'findable' | 'reserved' | 'repeated';

/** One bot on one platform. Methods throw `ChannelFailure`. */
export interface Channel {
  readonly certainty: Certainty;
  /** Maximum length of a message, as the platform counts it. */
  readonly textLimit: number;
  /** Returns the length of a rendered reply with its sources. */
  measure(reply: Reply): Promise<number>;
  /** Milliseconds between two edits of a message, by the rate limits of its chat; undefined for no edits. */
  editEveryMs?(address: ReplyAddress): number;
  /** Whether answers in progress are shown without a message of the platform. */
  readonly previews?: true;
  /** Asks the platform whether it accepts the credentials, and for the bot's identity. */
  check(signal: AbortSignal): Promise<Identity>;
  /** Returns the permissions that the bot has or lacks. */
  inspect?(signal: AbortSignal): Promise<Permission[]>;
  /** Resolves when messages arrive. */
  start(inlet: Inlet): Promise<void>;
  /** Stops receiving; never rejects. */
  stop(): Promise<void>;
  /**
   * Handles a request of the platform.
   * @throws WebhookRefusal for an unsigned one
   */
  webhook?(request: WebhookRequest, inlet: Inlet): Promise<WebhookAnswer>;
  typing?(address: ReplyAddress): Promise<void>;
  /**
   * @param id unique for this text, the same for each attempt
   * @returns its ID on the platform
   */
  post(address: ReplyAddress, reply: Reply, id: string): Promise<string>;
  edit?(address: ReplyAddress, platformId: string, reply: Reply): Promise<void>;
  /** The kinds of files that `postFile` accepts. */
  readonly files?: 'all' | 'pictures';
  /** Downloads a received file. */
  download?(address: ReplyAddress, file: IncomingFile, maxBytes: number, signal: AbortSignal): Promise<Uint8Array>;
  postFile?(address: ReplyAddress, file: OutgoingFile, id: string): Promise<string>;
  find?(address: ReplyAddress, id: string, reply: Reply): Promise<string | undefined>;
}

/** A message to send: Markdown within the channel's limit. */
export interface Reply {
  text: string;
  citations: ReplyCitation[];
  buttons?: Button[];
}

/** A button below a reply. */
export interface Button {
  /** Returned as `Inbound.pressed`; at most 64 characters. */
  id: string;
  label: string;
}

/** A file sent after an answer. */
export interface OutgoingFile {
  name: string;
  mediaType: string;
  bytes: Uint8Array;
  /** Describes its content, for those who cannot see it. */
  caption: string;
}

export interface ReplyCitation {
  source: string;
  title?: string;
  /** Page of a PDF. */
  page?: number;
  text?: string;
}

/** What a channel may use of the service. */
export interface ChannelHost {
  /** Public address of the bot's webhook; undefined when the service has no public URL. */
  webhookUrl: string | undefined;
  /** Like the global one, but refuses addresses that the operator does not allow. */
  fetch: typeof fetch;
  /** Refuses the same addresses. */
  openSocket(url: string): Promise<WebSocket>;
  /** Of this bot. */
  installations: Installations;
}

/** One chat platform. */
export interface ChatPlatform {
  readonly type: string;
  /** The platform's name for users. */
  readonly label: string;
  /** The fields of `channel`, with `type`. */
  readonly settings: TObject;
  /** Names of the secret fields among them. */
  readonly secrets: readonly string[];
  /** Whether messages arrive at the bot's webhook address. */
  usesWebhook(settings: object): boolean;
  /** Returns a field that contradicts the others, and why. */
  faultIn?(settings: object): [field: string, reason: string] | undefined;
  /** Returns where a message goes that answers nobody, by the channel's ID; undefined for what is no such ID. */
  addressOf?(settings: object, channel: string): ReplyAddress | undefined;
  /** Returns how its app is installed in workspaces; undefined for a bot of one workspace. */
  installer?(settings: object): Installer | undefined;
  /** Does not connect yet. `settings` were checked against the schema. */
  open(settings: object, host: ChannelHost): Channel;
}
