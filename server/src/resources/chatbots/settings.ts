import type { TSchema } from 'typebox';
import { invalidField, invalidInput, ServiceError } from '../../errors.ts';
import { compileCheck } from '../../http/request/validation.ts';
import type { ChatPlatform } from '../../platform/channels/platform.ts';
import { findPlatform } from '../../platform/channels/platforms.ts';
import { type ChatbotParams, chatbotParams } from './params-schema.ts';

/** What is shown in place of a secret; sent back, it means the secret that is there. */
export const mask = '********';

type Fields = Record<string, unknown>;
/** Secret settings by their pointer: `/channel/bot_token`. */
export type Secrets = Record<string, string>;

export interface Settings {
  channel: Fields & { type: string };
  params: ChatbotParams;
  secrets: Secrets;
}

const checks = new Map<TSchema, (input: unknown) => unknown>();

/** Throws `invalid_input` with pointers that begin at `pointer`. */
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

/** The settings of the channel given, checked; a secret that is masked or left out stays as it was on the same platform. */
export function readChannel(given: Fields & { type: string }, before: Settings | undefined): Settings['channel'] {
  const platform = requirePlatform(given.type);
  const former = before?.channel.type === given.type ? before.secrets : {};
  const channel: Settings['channel'] = { ...given };
  for (const name of platform.secrets) {
    const kept = former[`/channel/${name}`];
    if (channel[name] === null) delete channel[name];
    else if (kept !== undefined && (channel[name] === undefined || channel[name] === mask)) channel[name] = kept;
  }
  requireShape(platform.settings, channel, '/channel');
  return channel;
}

/** The params with the change merged in; null removes a key. */
export function mergeParams(change: Fields, before: Settings | undefined): ChatbotParams {
  const merged = { ...(before && withSecrets(before).params), ...change };
  const kept = before?.secrets['/params/handover/secret'];
  const { handover } = merged;
  if (isObject(handover) && kept !== undefined && (handover.secret === undefined || handover.secret === mask))
    merged.handover = { ...handover, secret: kept };
  const params = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
  requireShape(chatbotParams, params, '/params');
  return params as ChatbotParams;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Takes the secrets out of settings, for they are kept apart; what comes back shows the mask where they were. */
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

/** Puts the secrets where their masks are. */
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
