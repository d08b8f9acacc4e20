import { invalidField, ServiceError } from '../../errors.ts';
import type { CompletionInput } from '../../resources/agents/completions/schemas.ts';
import type { AgentAddress } from '../../resources/agents/service.ts';
import type { ChatInput, ChatMessage } from './schemas.ts';

/** Parses `<project>/<agent>`. @throws ServiceError `agent_not_found` */
export function readModelName(model: string): AgentAddress {
  const [project, agent, ...rest] = model.split('/');
  if (!project || !agent || rest.length > 0)
    throw new ServiceError('agent_not_found', `The model ${model} does not exist; models are named <project>/<agent>.`);
  return { project, agent };
}

/**
 * Converts an OpenAI request into a completion input. @throws ServiceError `invalid_input` for features that agents do
 * not support
 */
export function readChat(input: ChatInput): CompletionInput {
  refuseUnsupported(input);
  const { temperature, top_p, max_tokens, max_completion_tokens, seed, stop } = input;
  const given = { temperature, top_p, seed, max_output_tokens: max_completion_tokens ?? max_tokens };
  const stops = [stop ?? []].flat();
  const params = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null));
  return {
    messages: input.messages.map(readMessage),
    params: { ...params, ...(stops.length > 0 ? { stop: stops } : {}) },
  };
}

function refuseUnsupported({ n, tool_choice, response_format }: ChatInput): void {
  if ((n ?? 1) !== 1) throw invalidField('/n', 'must be 1, because an agent gives one answer', 'not_allowed');
  if (![undefined, null, 'auto', 'none'].includes(tool_choice as string | null | undefined))
    throw invalidField(
      '/tool_choice',
      'must be auto or none, because an agent calls only its own tools',
      'not_allowed',
    );
  if (!['text', undefined].includes(response_format?.type))
    throw invalidField('/response_format/type', 'must be text', 'not_allowed');
}

const roles = { system: 'system', developer: 'system', user: 'user', assistant: 'assistant' } as const;

function readMessage({ role, content }: ChatMessage, index: number) {
  const at = `/messages/${index}`;
  const known = Object.entries(roles).find(([name]) => name === role);
  if (!known) throw invalidField(`${at}/role`, `must be one of ${Object.keys(roles).join(', ')}`, 'not_allowed');
  if (!Array.isArray(content)) return { role: known[1], content: content ?? '' };
  const texts = content.map(({ type, text }, part) => {
    if (type === 'text') return text ?? '';
    throw invalidField(
      `${at}/content/${part}/type`,
      'must be text, because agents do not accept images, audio or files',
      'not_allowed',
    );
  });
  return { role: known[1], content: texts.join('\n') };
}
