import type { LanguageModelV4Message, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import { createBuiltinModel } from '../../src/builtin/model.ts';
import type { Toolset } from '../../src/resources/skills/toolset.ts';

export interface Call {
  tool: string;
  input: Record<string, unknown>;
  content: unknown;
}

export interface Answered {
  text: string;
  calls: Call[];
  /** What is told beside the text. */
  metadata?: SharedV4ProviderMetadata | undefined;
}

const run = {
  signal: new AbortController().signal,
  depth: 0,
  askAgent: () => Promise.reject(new Error('there is no other agent')),
};

/** Runs the turns of a conversation through the model and the called tools; returns the last answer. */
export async function askBuiltin(toolsets: readonly Toolset[], turns: readonly string[]): Promise<Answered> {
  const model = createBuiltinModel(
    toolsets.map(({ grounding }) => grounding),
    { clock: () => new Date('2025-06-15T12:00:00Z') },
  );
  const tools = toolsets.flatMap((toolset) => toolset.tools);
  const prompt: LanguageModelV4Message[] = [];
  let answered: Answered = { text: '', calls: [] };
  for (const text of turns) {
    prompt.push({ role: 'user', content: [{ type: 'text', text }] });
    answered = await answerTurn(prompt);
    prompt.push({ role: 'assistant', content: [{ type: 'text', text: answered.text }] });
  }
  return answered;

  async function answerTurn(messages: LanguageModelV4Message[]): Promise<Answered> {
    const calls: Call[] = [];
    const turn = [...messages];
    for (let step = 0; step < 3; step += 1) {
      const specifications = tools.map(({ name }) => ({ type: 'function', name, inputSchema: {} }) as const);
      const { content } = await model.doGenerate({ prompt: turn, tools: specifications });
      const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
      const metadata = content.find((part) => part.type === 'text')?.providerMetadata;
      if (text) return { text, calls, metadata };
      for (const part of content) if (part.type === 'tool-call') calls.push(await callTool(part, turn));
    }
    throw new Error('three steps and no answer');
  }

  async function callTool(
    { toolName, toolCallId, input: json }: { toolName: string; toolCallId: string; input: string },
    turn: LanguageModelV4Message[],
  ): Promise<Call> {
    const input: Record<string, unknown> = JSON.parse(json);
    const tool = tools.find(({ name }) => name === toolName);
    if (!tool) throw new Error(`there is no tool ${toolName}`);
    const { content } = await tool.execute(input, run);
    const value = JSON.parse(JSON.stringify(content));
    turn.push({ role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName, input }] });
    turn.push({
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId, toolName, output: { type: 'json', value } }],
    });
    return { tool: toolName, input, content };
  }
}
