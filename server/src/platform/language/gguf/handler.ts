/** The worker that runs GGUF files: it holds one model, which the next question of anybody finds loaded. */
import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { ServiceError } from '../../../errors.ts';
import { serveTasks, type Task } from '../../workers/serve-tasks.ts';
import { chatHistoryOf } from './chat-history.ts';
import { dropAbsent, grammarSchemaOf } from './grammar-schema.ts';
import type { Chat, Generated, HistoryItem } from './library.ts';
import { type Loaded, loadModel, type ModelFile } from './loaded-model.ts';
import { UnseenText } from './unseen-text.ts';

export interface ModelRequest {
  file: ModelFile;
  prompt: LanguageModelV4Prompt;
  /** Tools that may be called, by their names. */
  tools?: Record<string, { description?: string | undefined; schema: unknown }> | undefined;
  mustCall: boolean;
  /** Requires JSON, of a schema where there is one. */
  json?: { schema?: unknown } | undefined;
  maxTokens: number;
  mayThink: boolean;
  temperature?: number | undefined;
  topP?: number | undefined;
  seed?: number | undefined;
  stop?: string[] | undefined;
}

/** `loaded` once, before the first piece; JSON comes in one piece at the end, and begins with an empty one. */
export type ModelEvent = { type: 'loaded' } | { type: 'text' | 'reasoning'; text: string };

export interface ModelReply {
  text: string;
  calls: { name: string; input: unknown }[];
  isCut: boolean;
  inputTokens: number;
  cachedTokens: number;
  outputTokens: number;
}

/** What there is of an answer that went round in a circle within a call or JSON. */
const nothing: Generated = { response: '', metadata: { stopReason: 'abort' } };

/** Tokens that an answer needs at least. */
const leastOutput = 32;

let running = new AbortController();

async function answer(request: ModelRequest, { report }: Task): Promise<ModelReply> {
  running = new AbortController();
  const { signal } = running;
  const loaded = await loadModel(request.file, signal);
  const tell = (event: ModelEvent) => void report(event);
  tell({ type: 'loaded' });
  const { chat } = loaded;
  const history = chatHistoryOf(request.prompt);
  const functions = functionsOf(request);
  const tokens = tokensOf(loaded, history, functions);
  const inputTokens = tokens.length;
  const room = loaded.size - inputTokens;
  if (room < leastOutput) throw tooLong(request.file.name, { inputTokens, size: loaded.size });
  const before = chat.sequence.tokenMeter.getState();
  await loaded.reader.read(chat.sequence, tokens, signal);
  const unseen = new UnseenText(signal);
  const generate = async () =>
    chat.generateResponse(history, {
      ...(functions ? callOptions(functions, unseen) : { grammar: await grammarOf(loaded, request) }),
      ...optionsOf(request, Math.min(request.maxTokens, room)),
      signal: unseen.signal,
      onResponseChunk: request.json ? beginningOf(tell, unseen) : pieceOf(tell),
    });
  const isForced = request.mustCall && functions !== undefined;
  const made = await unseen.untilCircle(whileForced(chat, isForced, generate), nothing);
  const used = chat.sequence.tokenMeter.diff(before);
  const text = request.json ? withoutAbsent(made.response, request.json.schema) : made.response;
  if (request.json) tell({ type: 'text', text });
  return {
    text,
    calls: (made.functionCalls ?? []).map(({ functionName: name, params }) => ({
      name,
      input: dropAbsent(params ?? {}, request.tools?.[name]?.schema),
    })),
    isCut: made === nothing || made.metadata.stopReason === 'maxTokens',
    inputTokens,
    cachedTokens: Math.max(0, inputTokens - used.usedInputTokens),
    outputTokens: used.usedOutputTokens,
  };
}

function functionsOf({ tools }: ModelRequest) {
  if (tools === undefined || Object.keys(tools).length === 0) return undefined;
  return Object.fromEntries(
    Object.entries(tools).map(([name, { description, schema }]) => [
      name,
      { description, params: grammarSchemaOf(schema) },
    ]),
  );
}

function callOptions(functions: object, unseen: UnseenText) {
  const onFunctionCallParamsChunk = ({ paramsChunk }: { paramsChunk: string }) => unseen.take(paramsChunk);
  return { functions, documentFunctionParams: true, maxParallelFunctionCalls: 1, onFunctionCallParamsChunk };
}

function tokensOf({ chat, model }: Loaded, chatHistory: HistoryItem[], availableFunctions: object | undefined) {
  const state = chat.chatWrapper.generateContextState({
    chatHistory,
    availableFunctions,
    documentFunctionParams: true,
  });
  return state.contextText.tokenize(model.tokenizer);
}

async function grammarOf({ llama }: Loaded, { json }: ModelRequest) {
  if (json === undefined) return undefined;
  return json.schema === undefined
    ? llama.getGrammarFor('json')
    : llama.createGrammarForJsonSchema(grammarSchemaOf(json.schema));
}

/** Lets the answer begin with a call, whose name and arguments the grammar then holds to the tools. */
async function whileForced<Result>(chat: Chat, isForced: boolean, work: () => Promise<Result>): Promise<Result> {
  const { chatWrapper } = chat;
  const usual = chatWrapper.generateContextState;
  if (isForced)
    chatWrapper.generateContextState = function (options) {
      return { ...usual.call(this, options), functionCall: { initiallyEngaged: true, disengageInitiallyEngaged: [] } };
    };
  try {
    return await work();
  } finally {
    chatWrapper.generateContextState = usual;
  }
}

function optionsOf({ temperature, topP, seed, stop, mayThink }: ModelRequest, maxTokens: number) {
  return {
    maxTokens,
    temperature,
    topP,
    seed,
    repeatPenalty: false, // it would keep a query from naming a column twice
    ...(stop ? { customStopTriggers: stop } : {}),
    ...(mayThink ? {} : { budgets: { thoughtTokens: 0 } }),
  };
}

interface Chunk {
  type: 'segment' | undefined;
  text: string;
}

function pieceOf(tell: (event: ModelEvent) => void) {
  return ({ type, text }: Chunk) => {
    if (text !== '') tell({ type: type === 'segment' ? 'reasoning' : 'text', text });
  };
}

function beginningOf(tell: (event: ModelEvent) => void, unseen: UnseenText) {
  let hasBegun = false;
  return ({ text }: Chunk) => {
    unseen.take(text);
    if (!hasBegun) tell({ type: 'text', text: '' });
    hasBegun = true;
  };
}

function withoutAbsent(text: string, schema: unknown): string {
  try {
    return JSON.stringify(dropAbsent(JSON.parse(text), schema));
  } catch {
    return text; // it was cut
  }
}

function tooLong(name: string, { inputTokens, size }: { inputTokens: number; size: number }): ServiceError {
  const detail = `The prompt of ${inputTokens} tokens is too long for the context size of ${name}, which is ${size}.`;
  return new ServiceError('provider_refused_request', detail);
}

const tasks = { answer };
export type GgufTasks = typeof tasks;

serveTasks(tasks, () => running.abort());
