import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import wabt from 'wabt';

const features = { simd: true, threads: true, bulk_memory: true, sat_float_to_int: true, multi_value: true };

/** Assembles the functions of all `.wat` files of a folder into one module over an imported shared memory. */
export async function assembleKernel(folder: string): Promise<Uint8Array> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.wat'));
  const functions = files.sort().map((name) => readFileSync(join(folder, name), 'utf8'));
  const source = `(module (import "engine" "memory" (memory 1 65536 shared))\n${functions.join('\n')})`;
  const { parseWat } = await wabt();
  const module = parseWat('kernel.wat', source, features);
  try {
    return module.toBinary({}).buffer;
  } finally {
    module.destroy();
  }
}

/** The TypeScript file that carries the assembled kernel. */
export function renderKernel(binary: Uint8Array): string {
  const lines =
    Buffer.from(binary)
      .toString('base64')
      .match(/.{1,100}/g) ?? [];
  const text = lines.map((line) => `  '${line}',`).join('\n');
  return `/** Generated from engine/kernel by engine/scripts/build-kernel.ts: do not edit. */\nexport const kernelBase64 = [\n${text}\n].join('');\n`;
}
