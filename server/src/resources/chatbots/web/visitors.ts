import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../../errors.ts';
import { isOwnOrigin } from '../../../http/request/check-host-and-origin.ts';
import { decodeJson } from '../../../platform/db/json.ts';
import { SealBrokenError } from '../../../platform/secrets/sealed-box.ts';
import type { ChatbotServices } from '../context.ts';
import { type ChatbotRow, selectChatbotById } from '../store.ts';
import { noteRefused } from './note-refused.ts';

const validMs = 180 * 24 * 3_600_000;

type PublicAddress = Pick<ChatbotServices['config'], 'publicUrl'>;

/** The channel settings that the widget needs. */
interface WebChannel {
  allowed_origins?: string[];
  title?: string;
  color?: string;
  placeholder?: string;
}

export interface WebChatbot {
  row: ChatbotRow;
  channel: WebChannel;
}

/**
 * Returns the chatbot of a widget.
 * @throws ServiceError when there is none, or when the page may not show it
 */
export async function requireWebChatbot(
  request: FastifyRequest<{ Params: { chatbotId: string } }>,
  reply: FastifyReply,
  { database, config }: Pick<ChatbotServices, 'database' | 'config'>,
): Promise<WebChatbot> {
  const row = await selectChatbotById(database, request.params.chatbotId);
  if (row?.channel_type !== 'web')
    throw new ServiceError('chatbot_not_found', `No chatbot has a widget at ${request.url.split('?')[0]}.`);
  const channel = decodeJson<WebChannel>(row.channel);
  if (!mayShow(request, channel, config)) await noteRefused({ database }, row, request.headers.origin ?? '');
  admitOrigin(request, reply, channel, config);
  return { row, channel };
}

/** Whether an accepted visit may continue: `none` once the page may not show the chatbot any more. */
export type Standing = 'running' | 'stopped' | 'none';

export async function standingOf(
  request: FastifyRequest<{ Params: { chatbotId: string } }>,
  { database, config }: Pick<ChatbotServices, 'database' | 'config'>,
): Promise<Standing> {
  const row = await selectChatbotById(database, request.params.chatbotId);
  if (row?.channel_type !== 'web' || !mayShow(request, decodeJson<WebChannel>(row.channel), config)) return 'none';
  return row.is_running === 1 ? 'running' : 'stopped';
}

function admitOrigin(request: FastifyRequest, reply: FastifyReply, channel: WebChannel, config: PublicAddress): void {
  const { origin } = request.headers;
  reply.header('vary', 'Origin');
  if (!mayShow(request, channel, config))
    throw new ServiceError(
      'forbidden_origin',
      'Pages of this origin may not show the chatbot: list it in allowed_origins.',
    );
  if (origin !== undefined && !isOwnOrigin(request.headers, config.publicUrl))
    reply.header('access-control-allow-origin', origin);
}

/**
 * Returns whether a page may show the chatbot: pages of the service itself and of listed origins may. Requests from
 * outside of a page have no origin.
 */
function mayShow(
  { headers }: FastifyRequest,
  { allowed_origins = [] }: WebChannel,
  { publicUrl }: PublicAddress,
): boolean {
  const { origin } = headers;
  if (origin === undefined || isOwnOrigin(headers, publicUrl)) return true;
  return allowed_origins.some((allowed) => allowed.toLowerCase() === origin);
}

/** Makes a token for the conversation of one visitor; only the service can make or read it. */
export function makeToken(
  { secrets }: Pick<ChatbotServices, 'secrets'>,
  { id }: ChatbotRow,
  conversation: string,
): string {
  return secrets.seal(JSON.stringify([conversation, Date.now() + validMs]), tokenOwner(id));
}

/** Returns the key of a new conversation. */
export function newConversation(): string {
  return randomUUID();
}

/** Returns the conversation of a token; undefined when it is invalid or of another chatbot. */
export function readToken(
  { secrets }: Pick<ChatbotServices, 'secrets'>,
  { id }: ChatbotRow,
  token: string,
): string | undefined {
  try {
    const [conversation, expires] = JSON.parse(secrets.open(token, tokenOwner(id)));
    return typeof conversation === 'string' && expires > Date.now() ? conversation : undefined;
  } catch (error) {
    if (error instanceof SealBrokenError) return undefined;
    throw error;
  }
}

/** @throws ServiceError `unauthenticated` */
export function requireVisitor(
  request: FastifyRequest,
  services: Pick<ChatbotServices, 'secrets'>,
  row: ChatbotRow,
): string {
  const [, token = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const conversation = readToken(services, row, token);
  if (conversation !== undefined) return conversation;
  throw new ServiceError('unauthenticated', 'Send the token of a visit as `Authorization: Bearer …`.', {
    headers: { 'www-authenticate': 'Bearer realm="visit"' },
  });
}

function tokenOwner(chatbotId: string): string {
  return `chatbots/${chatbotId} visitor`;
}
