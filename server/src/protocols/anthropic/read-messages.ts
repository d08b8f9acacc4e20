import { invalidField } from '../../errors.ts';
import type { CompletionInput } from '../../resources/agents/completions/schemas.ts';
import { sayCall, toolMessage } from '../openai/read-chat.ts';
import type { Block, GivenMessage, MessagesInput } from './schemas.ts';

/**
 * Converts a request of Anthropic's clients into a completion input.
 * @throws ServiceError `invalid_input` for features that agents lack
 */
export function readMessages(body: MessagesInput): CompletionInput {
  if ((body.tools ?? []).length > 0)
    throw invalidField('/tools', 'must be empty, because an agent calls only its own tools', 'not_allowed');
  const { system, messages, temperature, top_p, max_tokens: max_output_tokens, stop_sequences: stop } = body;
  const given = { temperature, top_p, max_output_tokens, stop: stop && stop.length > 0 ? stop : null };
  const params = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null));
  const format = body.output_config?.format;
  return {
    messages: [
      ...(system ? [{ role: 'system' as const, content: textOf(system, '/system') }] : []),
      ...messages.flatMap(readMessage),
    ],
    params,
    ...(format ? { response_format: { type: 'json_schema' as const, json_schema: { schema: format.schema } } } : {}),
  };
}

function readMessage({ role, content }: GivenMessage, index: number) {
  if (typeof content === 'string') return [{ role, content }];
  const at = `/messages/${index}/content`;
  const results = content.filter(({ type }) => type === 'tool_result').map((block) => readResult(block, at));
  const said = textOf(
    content.filter(({ type }) => type !== 'tool_result'),
    at,
  );
  return [...results, ...(said === '' && results.length > 0 ? [] : [{ role, content: said }])];
}

/** The client's tools are not the agent's: what they told becomes text, marked as data. */
function readResult({ tool_use_id, content }: Block, at: string) {
  const parts = Array.isArray(content) ? (content as Block[]) : [];
  return toolMessage(tool_use_id ?? '', typeof content === 'string' ? content : textOf(parts, at));
}

function textOf(content: string | Block[], at: string): string {
  if (typeof content === 'string') return content;
  const texts = content.map((block, place) => {
    if (block?.type === 'text') return block.text ?? '';
    if (block?.type === 'tool_use') return sayCall(block.id, block.name, JSON.stringify(block.input ?? {}));
    if (block?.type === 'thinking' || block?.type === 'redacted_thinking') return '';
    throw invalidField(
      `${at}/${place}/type`,
      'must be text, because agents do not accept images or documents',
      'not_allowed',
    );
  });
  return texts.filter((text) => text !== '').join('\n');
}
