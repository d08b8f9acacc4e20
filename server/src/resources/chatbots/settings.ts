import type { TSchema } from 'typebox';
import { invalidField, invalidInput, ServiceError } from '../../errors.ts';
import { compileCheck } from '../../http/request/validation.ts';
import type { ChatPlatform } from '../../platform/channels/platform.ts';
import { findPlatform } from '../../platform/channels/platforms.ts';
import { type ChatbotParams, chatbotParams } from './params-schema.ts';

/** Shown in place of a secret; when sent back, the stored secret is kept. */
export const mask = '********';

type Fields = Record<string, unknown>;
/** Secret settings by JSON pointer, such as `/channel/bot_token`. */
export type Secrets = Record<string, string>;

export interface Settings {
  channel: Fields & { type: string };
  params: ChatbotParams;
  secrets: Secrets;
}

const checks = new Map<TSchema, (input: unknown) => unknown>();

/** Checks a value against a schema. Throws `invalid_input` with pointers below `pointer`. */
function requireShape(schema: TSchema, value: unknown, pointer: string): void {
  const check = checks.get(schema) ?? compileCheck(schema, 'json');
  checks.set(schema, check);
  try {
    check(value);
  } catch (error) {
    if (!(error instanceof ServiceError) || !error.errors) throw error;
    throw invalidInput(error.errors.map((fault) => ({ ...fault, pointer: pointer + fault.pointer })));
  }
}

export function requirePlatform(type: string): ChatPlatform {
  const platform = findPlatform(type);
  if (!platform) throw invalidField('/channel/type', `must be a known platform, got ${type}`, 'not_allowed');
  return platform;
}

/**
 * Settings that say where secrets, or what they sign, are sent. A webhook's secret signs both ways, so the host of its
 * answers could send them back as messages of others.
 */
const addresses = ['api_url', 'login_url', 'reply_url'];

function originOf(address: unknown): string | undefined {
  return typeof address === 'string' ? URL.parse(address)?.origin : undefined;
}

function isSentElsewhere(channel: Fields, before: Fields): boolean {
  return addresses.some((name) => originOf(channel[name]) !== originOf(before[name]));
}

/**
 * Checks the given channel. A masked or absent secret keeps its value if the platform and the host that it is sent to
 * are the same.
 */
export function readChannel(given: Fields & { type: string }, before: Settings | undefined): Settings['channel'] {
  const platform = requirePlatform(given.type);
  const former = before?.channel.type === given.type ? before.secrets : {};
  const channel: Settings['channel'] = { ...given };
  const isElsewhere = before !== undefined && isSentElsewhere(given, before.channel);
  for (const name of platform.secrets) {
    const kept = former[`/channel/${name}`];
    if (channel[name] === null) delete channel[name];
    else if (kept !== undefined && (channel[name] === undefined || channel[name] === mask)) {
      if (isElsewhere) throw invalidField(`/channel/${name}`, 'is required again for another host', 'required');
      channel[name] = kept;
    }
  }
  requireShape(platform.settings, channel, '/channel');
  const [field, reason] = platform.faultIn?.(channel) ?? [];
  if (field !== undefined)
    throw invalidField(`/channel/${field}`, reason ?? '', reason?.startsWith('is required') ? 'required' : 'conflict');
  return channel;
}

/** Merges the change into the params; null removes a key. */
export function mergeParams(change: Fields, before: Settings | undefined): ChatbotParams {
  const merged = { ...(before && withSecrets(before).params), ...change };
  const kept = before?.secrets['/params/handover/secret'];
  const { handover } = merged;
  if (isObject(handover) && kept !== undefined && (handover.secret === undefined || handover.secret === mask)) {
    if (originOf(handover.url) !== originOf(before?.params.handover?.url))
      throw invalidField('/params/handover/secret', 'is required again for another host', 'required');
    merged.handover = { ...handover, secret: kept };
  }
  const params = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
  requireShape(chatbotParams, params, '/params');
  return params as ChatbotParams;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Moves the secrets out of the settings and leaves masks in their place. */
export function takeSecrets(channel: Settings['channel'], params: ChatbotParams): Settings {
  const secrets: Secrets = {};
  const shown = { ...channel };
  for (const name of requirePlatform(channel.type).secrets) {
    const secret = channel[name];
    if (typeof secret !== 'string') continue;
    secrets[`/channel/${name}`] = secret;
    shown[name] = mask;
  }
  if (params.handover) secrets['/params/handover/secret'] = params.handover.secret;
  const masked = params.handover ? { ...params, handover: { ...params.handover, secret: mask } } : params;
  return { channel: shown, params: masked, secrets };
}

/** Replaces the masks by the secrets. */
export function withSecrets({ channel, params, secrets }: Settings): Omit<Settings, 'secrets'> {
  const opened = { ...channel };
  for (const name of requirePlatform(channel.type).secrets) {
    const secret = secrets[`/channel/${name}`];
    if (secret !== undefined) opened[name] = secret;
  }
  const secret = secrets['/params/handover/secret'];
  return {
    channel: opened,
    params: params.handover && secret ? { ...params, handover: { ...params.handover, secret } } : params,
  };
}
