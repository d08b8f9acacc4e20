import { ServiceError } from '../../../errors.ts';
import { type Chat, type Llama, loadLibrary, type Model } from './library.ts';

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
  /** Tokens of its context. */
  size: number;
}

/** Tokens read at once: between two of these a call can be cancelled. */
const batchSize = 256;

let held: { key: string; loaded: Loaded } | undefined;
let library: Promise<{ llama: Llama; LlamaChat: Awaited<ReturnType<typeof loadLibrary>>['LlamaChat'] }> | undefined;

/**
 * Returns the model in memory, which is the one that was asked for last.
 * @throws ServiceError `language_model_not_configured` where the library is missing or the file is none that it reads
 */
export async function loadModel(file: ModelFile, loadSignal: AbortSignal): Promise<Loaded> {
  const key = JSON.stringify(file);
  if (held?.key === key) return held.loaded;
  await held?.loaded.model.dispose();
  held = undefined;
  library ??= openLibrary(file);
  library.catch(() => {
    library = undefined;
  });
  const { llama, LlamaChat } = await library;
  const refuse = (cause: unknown) => {
    throw new ServiceError('language_model_not_configured', `The file ${file.name} cannot be run.`, { cause });
  };
  const model = await llama.loadModel({ modelPath: file.path, loadSignal }).catch((cause: unknown) => {
    loadSignal.throwIfAborted();
    return refuse(cause);
  });
  const contextSize = Math.min(file.contextTokens, model.trainContextSize);
  const context = await model
    .createContext({ contextSize, batchSize, threads: file.threads })
    .catch(async (cause: unknown) => {
      await model.dispose(); // the next call would load it beside this one
      return refuse(cause);
    });
  const loaded = { llama, model, chat: new LlamaChat({ contextSequence: context.getSequence() }), size: contextSize };
  held = { key, loaded };
  return loaded;
}

/** Nothing is downloaded or compiled: what is installed runs, on a graphics card where there is one. */
async function openLibrary({ folder, threads }: ModelFile) {
  const { getLlama, LlamaChat } = await loadLibrary(folder);
  const quietly = { progressLogs: false, logLevel: 'disabled' };
  const llama = await getLlama({ build: 'never', skipDownload: true, maxThreads: threads, ...quietly });
  return { llama, LlamaChat };
}
