import { type Protocol, type Reply, textsOf, usageOf } from './script.ts';

/** Google's Gemini: `generateContent` and `streamGenerateContent?alt=sse`. */
export const gemini: Protocol = {
  whole: (reply, model) => answer(model, [...textParts(reply), ...toolParts(reply)], reply),
  pieces: (reply, model) => {
    const parts = [...textParts(reply), ...toolParts(reply)];
    const last = answer(model, parts.slice(-1), reply);
    const before = parts
      .slice(0, -1)
      .map((part) => ({ candidates: [{ index: 0, content: { role: 'model', parts: [part] } }] }));
    return [...before, last].map((value) => `data: ${JSON.stringify(value)}\r\n\r\n`);
  },
};

function answer(model: string, parts: object[], reply: Reply): object {
  const { input, output } = usageOf(reply);
  return {
    candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: reply.refuses ? 'SAFETY' : 'STOP' }],
    usageMetadata: { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output },
    modelVersion: model,
  };
}

function textParts(reply: Reply): object[] {
  return textsOf(reply).map((text) => ({ text }));
}

function toolParts({ tools = [] }: Reply): object[] {
  return tools.map(({ name, input }) => ({ functionCall: { name, args: input } }));
}
