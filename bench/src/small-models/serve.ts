import { basename, dirname, resolve } from 'node:path';
import { provideLlama, startLlama } from '../../../server/test/llama.ts';
import { undoAtExit } from '../process/cleanup.ts';
import { startWithoutGrammar } from './without-grammar.ts';

/** Where a small model is asked: a server, or a file that the service runs. */
interface Served {
  environment: Record<string, string>;
  /** The `model` of an agent; `bare` is for a server without grammars. */
  modelFor(isBare: boolean): Promise<object>;
}

/** Soon enough to see it at the end of a run. */
export const idleSeconds = 60;

export async function serve({ url, model, gguf }: { url?: string; model?: string; gguf?: string }): Promise<Served> {
  if (gguf !== undefined)
    return {
      environment: {
        SIBYL_GGUF_FOLDER: dirname(resolve(gguf)),
        SIBYL_GGUF_THREADS: '1',
        SIBYL_GGUF_IDLE_MS: String(idleSeconds * 1000),
      },
      modelFor: async () => ({ provider: 'llama_cpp', model_name: basename(gguf) }),
    };
  const base = url ?? (await serveSmolLm());
  return {
    environment: {},
    async modelFor(isBare) {
      const base_url = isBare ? await startWithoutGrammar(base) : base;
      return { provider: 'openai_compatible', model_name: model ?? 'smollm2', base_url };
    },
  };
}

async function serveSmolLm(): Promise<string> {
  const found = provideLlama();
  if ('missing' in found) throw new Error(found.missing);
  const { url, stop } = await startLlama(found.python);
  undoAtExit(() => void stop());
  return url;
}
