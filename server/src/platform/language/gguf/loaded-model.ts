import { ServiceError } from '../../../errors.ts';
import { untilAborted } from '../until-aborted.ts';
import { type Chat, type Llama, loadLibrary, type Model } from './library.ts';
import { largestPiece, PromptReader } from './prompt-reader.ts';

/** A file to run, and how. */
export interface ModelFile {
  /** The operator's folder. */
  folder: string;
  path: string;
  /** Differs once another file has its name: that one is loaded in its place. */
  state: string;
  /** Its name, for messages. */
  name: string;
  threads: number;
  /** Tokens that it reads and writes at once, at most. */
  contextTokens: number;
}

export interface Loaded {
  llama: Llama;
  model: Model;
  chat: Chat;
  reader: PromptReader;
  /** Tokens of its context. */
  size: number;
}

interface Held {
  key: string;
  loading: Promise<Loaded>;
  /** Ends the loading. */
  leave(): void;
}

let held: Held | undefined;
let library: Promise<{ llama: Llama; LlamaChat: Awaited<ReturnType<typeof loadLibrary>>['LlamaChat'] }> | undefined;

/**
 * Returns the model in memory, which is the one that was asked for last. It is loaded to its end when the caller leaves:
 * callers who wait less than that would otherwise never get an answer.
 * @throws ServiceError `language_model_not_configured` where the library is missing or the file is none that it reads
 */
export async function loadModel(file: ModelFile, signal: AbortSignal): Promise<Loaded> {
  const key = JSON.stringify(file);
  if (held?.key !== key) held = hold(key, file, held);
  return untilAborted(signal, held.loading);
}

function hold(key: string, file: ModelFile, before: Held | undefined): Held {
  const leaving = new AbortController();
  const loading = unload(before).then(() => load(file, leaving.signal));
  const made = { key, loading, leave: () => leaving.abort() };
  loading.catch(() => {
    if (held === made) held = undefined;
  });
  return made;
}

async function unload(before: Held | undefined): Promise<void> {
  before?.leave();
  const loaded = await before?.loading.catch(() => undefined);
  await loaded?.model.dispose();
}

async function load(file: ModelFile, loadSignal: AbortSignal): Promise<Loaded> {
  library ??= openLibrary(file);
  library.catch(() => {
    library = undefined;
  });
  const { llama, LlamaChat } = await library;
  const refuse = (cause: unknown) => {
    throw new ServiceError('language_model_not_configured', `The file ${file.name} cannot be run.`, { cause });
  };
  const model = await llama.loadModel({ modelPath: file.path, loadSignal }).catch(refuse);
  const size = Math.min(file.contextTokens, model.trainContextSize);
  const context = await model
    .createContext({ contextSize: size, batchSize: largestPiece, threads: file.threads })
    .catch(async (cause: unknown) => {
      await model.dispose(); // the next call would load it beside this one
      return refuse(cause);
    });
  const chat = new LlamaChat({ contextSequence: context.getSequence() });
  return { llama, model, chat, reader: new PromptReader(), size };
}

/** Nothing is downloaded or compiled: what is installed runs, on a graphics card where there is one. */
async function openLibrary({ folder, threads }: ModelFile) {
  const { getLlama, LlamaChat } = await loadLibrary(folder);
  const quietly = { progressLogs: false, logLevel: 'disabled' };
  const llama = await getLlama({ build: 'never', skipDownload: true, maxThreads: threads, ...quietly });
  return { llama, LlamaChat };
}
