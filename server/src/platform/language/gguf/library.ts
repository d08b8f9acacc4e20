/** The part of `node-llama-cpp` that is used. It is no dependency: its operator installs it beside the models. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ServiceError } from '../../../errors.ts';
import type { GrammarSchema } from './grammar-schema.ts';

export interface Library {
  getLlama(options: object): Promise<Llama>;
  LlamaChat: new (options: { contextSequence: Sequence }) => Chat;
}

export interface Llama {
  loadModel(options: { modelPath: string; loadSignal?: AbortSignal }): Promise<Model>;
  createGrammarForJsonSchema(schema: GrammarSchema): Promise<Grammar>;
  getGrammarFor(type: 'json'): Promise<Grammar>;
}

export type Grammar = object;

export interface Model {
  /** Tokens that it was trained to read at once. */
  readonly trainContextSize: number;
  readonly tokenizer: object;
  createContext(options: { contextSize: number; batchSize: number; threads: number }): Promise<Context>;
  dispose(): Promise<void>;
}

export interface Context {
  readonly contextSize: number;
  getSequence(): Sequence;
}

export type Token = number;

export interface Sequence {
  readonly tokenMeter: { getState(): MeterState; diff(before: MeterState): MeterState };
  /** Tokens that it has read. */
  readonly nextTokenIndex: number;
  /** Forgets what does not begin as these tokens do. */
  adaptStateToTokens(tokens: readonly Token[], allowShift: boolean): Promise<void>;
  evaluateWithoutGeneratingNewTokens(tokens: readonly Token[]): Promise<void>;
}

interface MeterState {
  /** Tokens that were read, without those that were known from the call before. */
  usedInputTokens: number;
  usedOutputTokens: number;
}

export interface Chat {
  readonly sequence: Sequence;
  readonly chatWrapper: ChatWrapper;
  generateResponse(history: readonly HistoryItem[], options: object): Promise<Generated>;
}

interface ChatWrapper {
  generateContextState(options: {
    chatHistory: readonly HistoryItem[];
    availableFunctions?: object | undefined;
    documentFunctionParams?: boolean;
  }): ContextState;
}

interface ContextState {
  contextText: { tokenize(tokenizer: object): Token[] };
  functionCall?: { initiallyEngaged: boolean; disengageInitiallyEngaged: [] };
}

export interface Generated {
  response: string;
  functionCalls?: { functionName: string; params: unknown }[];
  metadata: { stopReason: 'abort' | 'maxTokens' | 'functionCalls' | 'eogToken' | 'stopGenerationTrigger' | string };
}

export type HistoryItem =
  | { type: 'system' | 'user'; text: string }
  | { type: 'model'; response: (string | FunctionCall)[] };

export interface FunctionCall {
  type: 'functionCall';
  name: string;
  params: unknown;
  result: unknown;
}

/** Packages that hold llama.cpp for a machine without a graphics card, or with Apple's. */
const builds: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-arm64': 'mac-arm64-metal',
  'darwin-x64': 'mac-x64',
  'win32-x64': 'win-x64',
  'win32-arm64': 'win-arm64',
};

/** The command that installs the library for this machine. */
export function installCommand(machine = `${process.platform}-${process.arch}`): string {
  const build = builds[machine];
  const packages = build === undefined ? 'node-llama-cpp@3' : `node-llama-cpp@3 @node-llama-cpp/${build}@3`;
  const without = build === undefined ? '' : ' --omit=optional --omit=peer --ignore-scripts';
  return `npm install --prefix "$SIBYL_GGUF_FOLDER"${without} ${packages}`;
}

/**
 * Loads the library from `node_modules` of the operator's folder, and from nowhere else.
 * @throws ServiceError `language_model_not_configured`, with the command that installs it
 */
export async function loadLibrary(folder: string): Promise<Library> {
  const entry = join(folder, 'node_modules/node-llama-cpp/dist/index.js');
  if (!existsSync(entry))
    throw new ServiceError(
      'language_model_not_configured',
      `The library that runs GGUF files is not installed. The operator's one command: ${installCommand()}`,
    );
  return import(pathToFileURL(entry).href);
}
