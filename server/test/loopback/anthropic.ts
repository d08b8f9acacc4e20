import { argumentsOf, type Protocol, type Reply, textsOf, usageOf } from './script.ts';

/** Anthropic's messages. */
export const anthropicMessages: Protocol = {
  whole: (reply, model) => ({
    ...messageHead(model),
    content: [
      ...(textsOf(reply).length > 0 ? [{ type: 'text', text: textsOf(reply).join('') }] : []),
      ...(reply.tools ?? []).map(({ name, input }, index) => ({ type: 'tool_use', id: `toolu_${index}`, name, input })),
    ],
    stop_reason: stopOf(reply),
    stop_sequence: null,
    usage: usageIn(reply),
  }),
  pieces: (reply, model) => {
    const { input, output } = usageOf(reply);
    const usage = { input_tokens: input, output_tokens: 1 };
    const texts = textsOf(reply);
    const first = texts.length > 0 ? 1 : 0;
    return [
      event('message_start', {
        message: { ...messageHead(model), content: [], stop_reason: null, stop_sequence: null, usage },
      }),
      ...(first ? textBlock(texts) : []),
      ...(reply.tools ?? []).flatMap((tool, index) => toolBlock(tool, index, first + index)),
      event('message_delta', {
        delta: { stop_reason: stopOf(reply), stop_sequence: null },
        usage: { output_tokens: output },
      }),
      event('message_stop', {}),
    ];
  },
};

function messageHead(model: string): object {
  return { id: 'msg_1', type: 'message', role: 'assistant', model };
}

function event(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

function textBlock(texts: string[]): string[] {
  return [
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    ...texts.map((text) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } })),
    event('content_block_stop', { index: 0 }),
  ];
}

function toolBlock({ name, input }: { name: string; input: unknown }, number: number, index: number): string[] {
  const text = argumentsOf(input);
  const half = text.length >> 1;
  const delta = (partial_json: string) =>
    event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json } });
  return [
    event('content_block_start', {
      index,
      content_block: { type: 'tool_use', id: `toolu_${number}`, name, input: {} },
    }),
    delta(text.slice(0, half)),
    delta(text.slice(half)),
    event('content_block_stop', { index }),
  ];
}

function stopOf({ tools = [], refuses }: Reply): string {
  if (refuses) return 'refusal';
  return tools.length > 0 ? 'tool_use' : 'end_turn';
}

function usageIn(reply: Reply): object {
  const { input, output } = usageOf(reply);
  return { input_tokens: input, output_tokens: output };
}
