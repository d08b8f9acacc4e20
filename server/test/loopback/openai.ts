import { argumentsOf, type Protocol, type Reply, textsOf, usageOf } from './script.ts';

const head = { id: 'chatcmpl-1', created: 1_700_000_000 };

/** OpenAI's chat completions. */
export const openaiChat: Protocol = {
  whole: (reply, model) => ({
    ...head,
    object: 'chat.completion',
    model,
    choices: [{ index: 0, finish_reason: finishOf(reply), message: messageOf(reply) }],
    usage: usageIn(reply),
  }),
  pieces: (reply, model) => {
    const chunk = (delta: object, finish_reason: string | null = null) =>
      line({ ...head, object: 'chat.completion.chunk', model, choices: [{ index: 0, delta, finish_reason }] });
    const usage = { ...head, object: 'chat.completion.chunk', model, choices: [], usage: usageIn(reply) };
    return [
      chunk({ role: 'assistant', content: '' }),
      ...(reply.thinks ?? []).map((reasoning_content) => chunk({ reasoning_content })),
      ...textsOf(reply).map((content) => chunk(reply.refuses ? { refusal: content } : { content })),
      ...toolDeltas(reply).map((call) => chunk({ tool_calls: [call] })),
      chunk({}, finishOf(reply)),
      line(usage),
      'data: [DONE]\n\n',
    ];
  },
};

function line(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

function messageOf(reply: Reply): object {
  const text = textsOf(reply).join('');
  const calls = (reply.tools ?? []).map(({ name, input }, index) => ({
    id: `call_${index}`,
    type: 'function',
    function: { name, arguments: argumentsOf(input) },
  }));
  return {
    role: 'assistant',
    content: reply.refuses ? null : text,
    ...(reply.refuses ? { refusal: text } : {}),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
}

/** Arguments arrive in two halves, as from the real API. */
function toolDeltas({ tools = [] }: Reply): object[] {
  return tools.flatMap(({ name, input }, index) => {
    const text = argumentsOf(input);
    const half = text.length >> 1;
    return [
      { index, id: `call_${index}`, type: 'function', function: { name, arguments: '' } },
      { index, function: { arguments: text.slice(0, half) } },
      { index, function: { arguments: text.slice(half) } },
    ];
  });
}

function finishOf({ tools = [], refuses }: Reply): string {
  if (refuses) return 'content_filter';
  return tools.length > 0 ? 'tool_calls' : 'stop';
}

function usageIn(reply: Reply): object {
  const { input, output } = usageOf(reply);
  const { cost, cached } = reply.usage ?? {};
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    ...(cached === undefined ? {} : { prompt_tokens_details: { cached_tokens: cached } }),
    ...(cost === undefined ? {} : { cost }),
  };
}
