import { open, readdir, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Config } from '../../../config.ts';
import { invalidField, ServiceError } from '../../../errors.ts';
import type { Requester } from '../../workers/fair-turns.ts';
import { WorkerEnded } from '../../workers/worker-ended.ts';
import { openWorkers } from '../../workers/workers.ts';
import { ggufModel } from './gguf-model.ts';
import type { GgufTasks, ModelEvent } from './handler.ts';

type Settings = Pick<Config, 'ggufFolder' | 'ggufThreads' | 'ggufMemoryBytes' | 'ggufContextTokens' | 'ggufIdleMs'>;

/** The language models in the operator's folder. They run one question at a time, in fair turns, in a process of their own. */
export interface GgufModels {
  /** Tokens that one of them reads and writes at once, at most. */
  readonly contextTokens: number;
  /**
   * @throws ServiceError `invalid_input` when there is no folder, or the name is none of its files
   */
  requireFile(name: string): Promise<void>;
  /** Loads nothing yet. */
  open(name: string, requester: Omit<Requester, 'signal'>): LanguageModelV4;
  close(): Promise<void>;
}

const mostNames = 20;
/** Parts of a divided file after its first, which names the others. */
const laterPart = /-(?!00001-of-)\d{5}-of-\d{5}\.gguf$/i;

export function openGgufModels({ ggufFolder: folder, ...settings }: Settings): GgufModels {
  const { ggufMemoryBytes: memoryBytes, ggufContextTokens: contextTokens } = settings;
  const threads = settings.ggufThreads || Math.max(1, availableParallelism() - 1);
  const workers = openWorkers<GgufTasks>('languageModel', {
    handler: new URL('handler.ts', import.meta.url),
    limits: { memoryBytes },
    pool: { idleMs: settings.ggufIdleMs },
  });
  return {
    contextTokens,
    async requireFile(name) {
      const names = await namesIn(folder);
      if (!names.includes(name)) throw unknownFile(folder, names);
    },
    open: (name, requester) =>
      ggufModel(name, async (request, signal, onProgress) => {
        const found = await findFile(folder, name, memoryBytes);
        const file = { folder, ...found, name, threads, contextTokens };
        return workers
          .run(
            'answer',
            { ...request, file },
            { ...requester, signal },
            { onProgress: (event) => onProgress(event as ModelEvent) },
          )
          .catch((error: unknown) => {
            throw explain(error, name, memoryBytes);
          });
      }),
    close: () => workers.close(),
  };
}

async function namesIn(folder: string): Promise<string[]> {
  if (folder === '') return [];
  const all = await readdir(folder).catch(() => []);
  const named = all.filter((name) => name.toLowerCase().endsWith('.gguf') && !laterPart.test(name)).sort();
  const areFiles = await Promise.all(
    named.map((name) =>
      stat(join(folder, name)).then(
        (it) => it.isFile(),
        () => false,
      ),
    ),
  );
  return named.filter((_, at) => areFiles[at]);
}

/** A name is looked for among the files that are there, so it is never part of a path that somebody chose. */
async function findFile(folder: string, name: string, memoryBytes: number): Promise<{ path: string; state: string }> {
  if (!(await namesIn(folder)).includes(name))
    throw new ServiceError('language_model_not_configured', `The service has no file ${name} in SIBYL_GGUF_FOLDER.`);
  const path = join(folder, name);
  await using file = await open(path);
  const { size, mtimeMs, ino } = await file.stat();
  if (size > memoryBytes) throw tooLarge(name, memoryBytes);
  const { buffer: head, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  if (bytesRead < headBytes || !isGguf(head))
    throw new ServiceError('language_model_not_configured', `The file ${name} is no GGUF file of version 2 or 3.`);
  return { path, state: `${ino} ${size} ${mtimeMs}` };
}

const headBytes = 24;
const mostEntries = 1_000_000n;

/** The library would count to whatever number stands in a file of another kind. */
function isGguf(head: Buffer): boolean {
  const [tensors, properties] = [head.readBigUInt64LE(8), head.readBigUInt64LE(16)];
  const isKnown = head.toString('latin1', 0, 4) === 'GGUF' && [2, 3].includes(head.readUInt32LE(4));
  return isKnown && tensors < mostEntries && properties < mostEntries;
}

function unknownFile(folder: string, names: readonly string[]): ServiceError {
  if (folder === '')
    return invalidField(
      '/model/provider',
      'cannot be llama_cpp: the operator names no SIBYL_GGUF_FOLDER',
      'not_allowed',
    );
  const known = names.length === 0 ? 'none is there' : names.slice(0, mostNames).join(', ');
  return invalidField('/model/model_name', `must be a file of SIBYL_GGUF_FOLDER: ${known}`, 'not_allowed');
}

function explain(error: unknown, name: string, memoryBytes: number): unknown {
  if (!(error instanceof WorkerEnded)) return error;
  if (error.reason === 'memory') return tooLarge(name, memoryBytes);
  return new ServiceError('provider_failed', `The process that runs ${name} ended.`, { cause: error });
}

function tooLarge(name: string, memoryBytes: number): ServiceError {
  const detail = `${name} needs more than the ${memoryBytes} bytes that SIBYL_GGUF_MEMORY_BYTES allows.`;
  return new ServiceError('language_model_not_configured', detail);
}
