/** Bundles the engine and what answers rows into `clients/scorer`, for its wheel. */
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '..');
const built = await rolldown({
  input: join(root, 'server/src/resources/models/serving/scorer/main.ts'),
  cwd: root,
  platform: 'node',
  external: /^node:/,
  logLevel: 'warn',
});
await built.write({
  file: join(root, 'clients/scorer/src/sibyl_scorer/engine.js'),
  format: 'esm',
  minify: true,
  codeSplitting: false,
});
