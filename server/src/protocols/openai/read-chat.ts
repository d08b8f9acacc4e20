import { invalidField, ServiceError } from '../../errors.ts';
import type { CompletionInput } from '../../resources/agents/completions/schemas.ts';
import { markAsData } from '../../resources/agents/completions/tool-data.ts';
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
    messages: input.messages.flatMap(readMessage),
    ...(input.response_format ? { response_format: input.response_format } : {}),
    params: { ...params, ...(stops.length > 0 ? { stop: stops } : {}) },
  };
}

/** Each becomes a sentence, which is longer than an empty call. */
const mostCalls = 1000;

function refuseUnsupported({ n, tool_choice, messages }: ChatInput): void {
  const calls = messages.reduce((sum, { tool_calls }) => sum + (tool_calls?.length ?? 0), 0);
  if (calls > mostCalls) throw invalidField('/messages', `must have at most ${mostCalls} tool_calls`, 'too_long');
  if ((n ?? 1) !== 1) throw invalidField('/n', 'must be 1, because an agent gives one answer', 'not_allowed');
  if (![undefined, null, 'auto', 'none'].includes(tool_choice as string | null | undefined))
    throw invalidField(
      '/tool_choice',
      'must be auto or none, because an agent calls only its own tools',
      'not_allowed',
    );
}

const roles = { system: 'system', developer: 'system', user: 'user', assistant: 'assistant' } as const;

function readMessage(message: ChatMessage, index: number) {
  const { role, content } = message;
  const at = `/messages/${index}`;
  if (role === 'tool') return [toolMessage(message.tool_call_id ?? '', textOf(content, at))];
  const calls = (message.tool_calls ?? []).map(({ id, function: called }) =>
    sayCall(id, called?.name, called?.arguments),
  );
  const known = Object.entries(roles).find(([name]) => name === role);
  const names = [...Object.keys(roles), 'tool'].join(', ');
  if (!known) throw invalidField(`${at}/role`, `must be one of ${names}`, 'not_allowed');
  return [{ role: known[1], content: [textOf(content, at), ...calls].filter((text) => text !== '').join('\n') }];
}

/** The client's tools are not the agent's: their calls and results become text, marked as data. */
export function sayCall(id = '', name = '', input = ''): string {
  return `(I had the client call its tool ${name.slice(0, 100)} as ${id.slice(0, 100)}, with ${input.slice(0, 20_000)})`;
}

export function toolMessage(id: string, text: string) {
  const content = `The client's tool answered the call ${id.slice(0, 100)}:\n${markAsData(text).value}`;
  return { role: 'user' as const, content };
}

function textOf(content: ChatMessage['content'], at: string): string {
  if (!Array.isArray(content)) return content ?? '';
  const texts = content.map(({ type, text }, part) => {
    if (type === 'text') return text ?? '';
    throw invalidField(
      `${at}/content/${part}/type`,
      'must be text, because agents do not accept images, audio or files',
      'not_allowed',
    );
  });
  return texts.join('\n');
}
