import type { Price } from '../../config/model-prices.ts';
import { type ErrorCode, ServiceError } from '../../errors.ts';

/** The provider and model of a call, and the API key, which no message may contain. */
export interface Asked {
  provider: string;
  model: string;
  apiKey: string | undefined;
  /** What its tokens cost; absent where the operator named no price. */
  price?: Price | undefined;
}

const longestDetail = 300;
const longestWaitSeconds = 3600;

/**
 * Returns the caller's error for a failed call of a provider. The provider's own text is used only for refused
 * requests, shortened and without anything that looks like a secret; the logged cause contains only the status.
 */
export function providerFault(error: unknown, { provider, model, apiKey }: Asked): ServiceError {
  const chain = causesOf(error);
  const own = chain.find((one) => one instanceof ServiceError);
  if (own instanceof ServiceError && own.code !== 'remote_unreachable') return readOutgoing(own, provider);
  if (chain.some(isOurs))
    return new ServiceError('internal', 'The service failed at its own part of the call.', { cause: error });
  const status = chain.map((one) => numberAt(one, 'statusCode')).find((one) => one !== undefined);
  const cause = new Error(`${provider}: ${status === undefined ? networkCodeOf(chain) : `HTTP ${status}`}`);
  if (status === undefined || (status < 300 && endsEarly(chain))) return withoutAnswer(provider, chain, cause);
  const [code, sentence] = meaningOf(status);
  const detail = `The provider ${provider} ${sentence}`;
  const headers = code === 'provider_rate_limited' ? { 'retry-after': String(waitOf(chain)) } : undefined;
  if (code !== 'provider_refused_request') return new ServiceError(code, `${detail}.`, { cause, headers });
  const words = redact(wordsOf(chain), model, apiKey);
  return new ServiceError(code, words === '' ? `${detail}.` : `${detail}: ${words}`, { cause });
}

/** Rewords an error of an outgoing call for providers. */
function readOutgoing(fault: ServiceError, provider: string): ServiceError {
  const meant = outgoingFaults[fault.code];
  return meant === undefined
    ? fault
    : new ServiceError(meant[0], `The provider ${provider} ${meant[1]}.`, { cause: fault });
}

const outgoingFaults: Partial<Record<ErrorCode, [code: ErrorCode, sentence: string]>> = {
  remote_time_limit: ['provider_timeout', 'ran out of time'],
  remote_answer_too_large: ['provider_failed', 'sent an answer that is too large'],
};

/** Returns whether a retry of the same request may succeed. */
export function isPassing({ code, cause }: ServiceError): boolean {
  return (
    code === 'provider_unavailable' ||
    (code === 'provider_failed' && /HTTP 5|UND_ERR_SOCKET|ECONNRESET/.test(String(cause)))
  );
}

/** Returns whether the provider worked on a request that failed, and may take money for it. */
export function mayHaveCost({ code, cause }: ServiceError): boolean {
  return code === 'provider_timeout' || (code === 'provider_failed' && !/HTTP \d/.test(String(cause)));
}

/** A provider's sentence stands at the beginning; the pattern takes the square of its length. */
const longestReason = 2000;
const tooLong =
  /context (?:length|window|size)|(?:prompt|input|request) (?:is )?too (?:long|large)|too many (?:input )?tokens|token count .*exceed|exceeds? .*(?:maximum|token limit)/i;

/** Returns whether a shorter prompt may succeed. */
export function isTooLong({ code, message }: ServiceError): boolean {
  return code === 'provider_refused_request' && tooLong.test(message.slice(0, longestReason));
}

function meaningOf(status: number): [code: ErrorCode, sentence: string] {
  if (status === 401 || status === 403)
    return ['provider_rejected_credentials', 'does not take the key that it was given'];
  if (status === 429) return ['provider_rate_limited', 'is asked too often with this key'];
  if (status === 408 || status === 504) return ['provider_timeout', 'ran out of time'];
  if (status === 503 || status === 529) return ['provider_unavailable', 'is overloaded or down'];
  if (status >= 500) return ['provider_failed', 'failed'];
  if (status >= 400) return ['provider_refused_request', 'refused the request'];
  if (status >= 300) return ['provider_failed', 'redirected to another address, which is not followed'];
  return ['provider_failed', 'sent an answer that cannot be read'];
}

function withoutAnswer(provider: string, chain: object[], cause: Error): ServiceError {
  const network = chain.some((one) =>
    /^(?:ECONN|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT|UND_ERR_CONN|CERT_|ERR_TLS)/.test(codeOf(one)),
  );
  if (network)
    return new ServiceError('provider_unavailable', `The provider ${provider} cannot be reached.`, { cause });
  const sentence = endsEarly(chain) ? 'ended its stream early' : 'sent an answer that breaks off or cannot be read';
  return new ServiceError('provider_failed', `The provider ${provider} ${sentence}.`, { cause });
}

/** A connection that the other side closed, and a body that is shorter than its length. */
const cutCodes: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH']);

function endsEarly(chain: object[]): boolean {
  return chain.some((one) => one instanceof StreamEndedEarly || cutCodes.has(codeOf(one)));
}

/** The stream ended without saying that the answer is complete. */
export class StreamEndedEarly extends Error {
  override readonly name = 'StreamEndedEarly';
}

/** Returns the error and its causes, outermost first. Streams also report plain objects. */
function causesOf(error: unknown): object[] {
  const chain: object[] = [];
  for (let one = error; typeof one === 'object' && one !== null && chain.length < 8; one = Reflect.get(one, 'cause'))
    chain.push(one, ...[Reflect.get(one, 'errors')].flat().filter((inner) => inner instanceof Error));
  return chain;
}

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && Reflect.get(error, 'code');
  return typeof code === 'string' ? code : '';
}

/** Errors that no answer of a provider can cause. */
function isOurs(error: object): boolean {
  return error instanceof ReferenceError || (error instanceof DOMException && error.name === 'DataCloneError');
}

function networkCodeOf(chain: unknown[]): string {
  return chain.map(codeOf).find((code) => /^[A-Z]/.test(code)) ?? 'no readable answer';
}

function numberAt(error: object, key: string): number | undefined {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'number' ? value : undefined;
}

/** Returns the seconds to wait by `Retry-After` (seconds or a date); 5 without it. */
function waitOf(chain: object[]): number {
  const headers = chain.map((one) => Reflect.get(one, 'responseHeaders')).find((one) => typeof one === 'object');
  const given = String((headers as Record<string, unknown> | undefined)?.['retry-after'] ?? '');
  const seconds = /^\d+(?:\.\d+)?$/.test(given) ? Number(given) : (Date.parse(given) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 1), longestWaitSeconds) : 5;
}

function wordsOf(chain: object[]): string {
  const message: unknown = Reflect.get(chain[0], 'message');
  return typeof message === 'string' ? message : '';
}

/** Removes the key, texts of similar form, addresses and control characters. */
function redact(words: string, model: string, apiKey: string | undefined): string {
  const bare = apiKey ? words.replaceAll(apiKey, '…') : words;
  return bare
    .replace(/https?:\/\/\S+/g, '…')
    .replace(/[A-Za-z0-9_\-+/=*.]{20,}/g, (word) => (model.includes(word) ? word : '…'))
    .replace(/\b(?:sk|pk|key|tok)[-_][\w*-]{6,}/gi, '…')
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, longestDetail);
}
