import { invalidField } from '../../../errors.ts';
import type { ResponseFormat } from '../../../resources/agents/completions/response-format.ts';
import type { CompletionInput } from '../../../resources/agents/completions/schemas.ts';
import { sayCall, toolMessage } from '../read-chat.ts';
import type { ResponseInput, ResponseItem } from './schemas.ts';

/**
 * Converts a request for a response into a completion input.
 * @throws ServiceError `invalid_input` for features that agents lack
 */
export function readResponse(body: ResponseInput): CompletionInput {
  const { input, instructions, temperature, top_p, max_output_tokens, background, tool_choice, conversation } = body;
  if (background) throw invalidField('/background', 'must be false: an agent answers at once', 'not_allowed');
  if (conversation !== undefined && conversation !== null)
    throw invalidField('/conversation', 'must be null: previous_response_id continues a conversation', 'not_allowed');
  if (![undefined, null, 'auto', 'none'].includes(tool_choice as string | null | undefined))
    throw invalidField('/tool_choice', 'must be auto or none: an agent calls only its own tools', 'not_allowed');
  const messages = typeof input === 'string' ? [{ role: 'user' as const, content: input }] : input.flatMap(readItem);
  const given = { temperature, top_p, max_output_tokens };
  const params = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null));
  const format = formatOf(body);
  return {
    messages: [...(instructions ? [{ role: 'system' as const, content: instructions }] : []), ...messages],
    params,
    ...(format ? { response_format: format } : {}),
  };
}

function formatOf({ text }: ResponseInput): ResponseFormat | undefined {
  const format = text?.format;
  if (format === undefined) return undefined;
  const { type, name, schema } = format;
  if (type !== 'json_schema') return { type };
  if (schema === undefined) throw invalidField('/text/format/schema', 'is required', 'required');
  return { type, json_schema: { ...(name ? { name } : {}), schema } };
}

const roles = { system: 'system', developer: 'system', user: 'user', assistant: 'assistant' } as const;

function readItem(item: ResponseItem, index: number) {
  const { type = 'message', role = '', content = '', call_id = '' } = item;
  const at = `/input/${index}`;
  if (type === 'reasoning') return [];
  if (type === 'function_call')
    return [{ role: 'assistant' as const, content: sayCall(call_id, item.name, item.arguments) }];
  if (type === 'function_call_output') return [toolMessage(call_id, textOf(item.output ?? '', `${at}/output`))];
  if (type !== 'message')
    throw invalidField(`${at}/type`, 'must be message, function_call or function_call_output', 'not_allowed');
  const known = Object.entries(roles).find(([name]) => name === role);
  if (!known) throw invalidField(`${at}/role`, `must be one of ${Object.keys(roles).join(', ')}`, 'not_allowed');
  return [{ role: known[1], content: textOf(content, `${at}/content`) }];
}

function textOf(content: NonNullable<ResponseItem['content']>, at: string): string {
  if (typeof content === 'string') return content;
  const texts = content.map(({ type, text = '' }, part) => {
    if (['input_text', 'output_text', 'text'].includes(type)) return text;
    throw invalidField(
      `${at}/${part}/type`,
      'must be text: agents do not accept images, audio or files',
      'not_allowed',
    );
  });
  return texts.join('\n');
}
