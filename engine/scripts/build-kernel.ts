/** Writes src/trees/generated/kernel.ts from kernel/*.wat. Run it after every change of a .wat file. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assembleKernel, renderKernel } from './assemble-kernel.ts';

const engine = join(import.meta.dirname, '..');
const binary = await assembleKernel(join(engine, 'kernel'));
writeFileSync(join(engine, 'src/trees/generated/kernel.ts'), renderKernel(binary));
console.log(`${binary.length} bytes`);
