import type { TObject } from 'typebox';
import type { WebSocket } from 'ws';
import type { ChannelFailure } from './failure.ts';
import type { Installations, Installer, Permission } from './installation.ts';

/** What a reply needs to find its way back; made and read by the same platform, kept as JSON in between. */
export type ReplyAddress = { [field: string]: string | number | boolean | null };

/** Who the bot is on its platform. */
export interface Identity {
  id: string;
  name: string;
}

/** A message of a person, in the words that all platforms share. */
export interface Inbound {
  /** Of the platform, unique for the bot: what arrives twice is taken once. */
  id: string;
  /** Names the conversation; unique for the bot. */
  conversation: string;
  address: ReplyAddress;
  /** Sorts as text within the conversation as the platform orders it, whatever order messages arrive in. */
  order: string;
  author: { id: string; name: string };
  /** Channel, group or chat that it was written in. */
  place: string;
  /** Without any mention of the bot. Empty when there is none. */
  text: string;
  /** What it carries that no agent can read, with its article: `a photo`. */
  attachment?: string;
  /** Files of it that could be documents. */
  files?: IncomingFile[];
  /** In a thread that may be one of the bot; it is then for the bot, though its name is not said. */
  isInThread?: boolean;
  /** Written to the bot alone, or in a group to the bot by name. In a group all else is none of its business. */
  isForBot: boolean;
  /** A new text for a message that was sent before. */
  isEdit?: boolean;
  /** ID of a button of the bot, which was pressed in `place`. */
  pressed?: string;
}

/** A file that somebody sent: where it is, in the words of its platform. */
export interface IncomingFile {
  name: string;
  mediaType: string;
  /** As the platform says; undefined when it does not. */
  byteSize?: number;
  source: string;
}

/** Where a channel hands over what it receives. */
export interface Inlet {
  identity: Identity;
  /** Resolves once the messages are written down: only then may the platform forget them. */
  take(messages: Inbound[]): Promise<void>;
  /** The last message taken of each conversation lately alive: where to go on for platforms that repeat nothing. */
  latest(): Promise<{ conversation: string; id: string }[]>;
  /** Receiving broke off; the channel is stopped and started again later. */
  fail(failure: ChannelFailure): void;
}

/** A request of the platform, its body untouched: signatures are made over bytes. */
export interface WebhookRequest {
  method: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  query: Readonly<Record<string, unknown>>;
  body: Buffer;
}

export interface WebhookAnswer {
  status: number;
  /** Sent as JSON unless it is a text. */
  body?: unknown;
}

/**
 * How sure a channel can be that what it posts arrives once, when the answer to a post is lost:
 * - `repeatable`: a post with the same ID again changes nothing;
 * - `findable`: `find` tells whether it arrived;
 * - `reserved`: the beginning of it is posted first and then edited, so that at worst a beginning is left over;
 * - `repeated`: it may arrive twice.
 * What may as well be said twice is posted as it is.
 */
export type Certainty = 'repeatable' | 'findable' | 'reserved' | 'repeated';

/** One bot on one platform. Methods throw `ChannelFailure`. */
export interface Channel {
  readonly certainty: Certainty;
  /** How long a message may be, as the platform counts it. */
  readonly textLimit: number;
  /** How long a reply is once it is rendered, its sources below it. */
  measure(reply: Reply): Promise<number>;
  /** Milliseconds between two edits of a message, as the rate limits of its chat allow; undefined: none are made. */
  editEveryMs?(address: ReplyAddress): number;
  /** Shows an answer while it is being written without a message of the platform: the house passes it on. */
  readonly previews?: true;
  /** Asks the platform whether the credentials are right, and who the bot is. */
  check(signal: AbortSignal): Promise<Identity>;
  /** Which permissions the bot has, and which it lacks. */
  inspect?(signal: AbortSignal): Promise<Permission[]>;
  /** Resolves once messages arrive. */
  start(inlet: Inlet): Promise<void>;
  /** Ends receiving; never rejects. */
  stop(): Promise<void>;
  /** Answers a request of the platform; one that it did not sign is refused by `WebhookRefusal`. */
  webhook?(request: WebhookRequest, inlet: Inlet): Promise<WebhookAnswer>;
  typing?(address: ReplyAddress): Promise<void>;
  /** @param id unique for this text, the same when it is tried again. @returns the platform's ID of it */
  post(address: ReplyAddress, reply: Reply, id: string): Promise<string>;
  edit?(address: ReplyAddress, platformId: string, reply: Reply): Promise<void>;
  /** Which files `postFile` takes. */
  readonly files?: 'all' | 'pictures';
  /** The bytes of a file that somebody sent. */
  download?(address: ReplyAddress, file: IncomingFile, maxBytes: number, signal: AbortSignal): Promise<Uint8Array>;
  postFile?(address: ReplyAddress, file: OutgoingFile, id: string): Promise<string>;
  find?(address: ReplyAddress, id: string, reply: Reply): Promise<string | undefined>;
}

/** What is sent: Markdown that measures no more than the channel's limit. */
export interface Reply {
  text: string;
  citations: ReplyCitation[];
  buttons?: Button[];
}

/** A button below a reply. */
export interface Button {
  /** Comes back as `Inbound.pressed`; 64 characters at most. */
  id: string;
  label: string;
}

/** A file that is sent below an answer. */
export interface OutgoingFile {
  name: string;
  mediaType: string;
  bytes: Uint8Array;
  /** What it shows, for who cannot see it. */
  caption: string;
}

export interface ReplyCitation {
  source: string;
  title?: string;
  text?: string;
}

/** What a channel gets from its house. */
export interface ChannelHost {
  /** Public address of the bot's webhook; undefined when the service does not know its own. */
  webhookUrl: string | undefined;
  /** Like the global one; refuses addresses that the operator does not allow. */
  fetch: typeof fetch;
  /** Refuses the same addresses. */
  openSocket(url: string): Promise<WebSocket>;
  /** Of this bot. */
  installations: Installations;
}

/** One chat platform. */
export interface ChatPlatform {
  readonly type: string;
  /** As its users call it. */
  readonly label: string;
  /** The fields of `channel`, with `type`. */
  readonly settings: TObject;
  /** Names of those fields that are secret. */
  readonly secrets: readonly string[];
  /** Messages come to the bot's webhook address. */
  usesWebhook(settings: object): boolean;
  /** A field that does not go with the others, and why. */
  faultIn?(settings: object): [field: string, reason: string] | undefined;
  /** How its app is installed to workspaces; undefined for a bot of one workspace. */
  installer?(settings: object): Installer | undefined;
  /** Connects nothing yet. `settings` were checked against the schema. */
  open(settings: object, room: ChannelHost): Channel;
}
