// The entry of `npm run sibyl`, in JavaScript that an old Node reads too.
import { resolve } from 'node:path';
import { requireNode } from './require-node.js';

requireNode('npm run sibyl');

// npm runs in the folder of the package: files are named from the folder where it was called, data stay where they were.
const { INIT_CWD: here, SIBYL_DATA_DIR: data, npm_lifecycle_event: script } = process.env;
if (script === 'sibyl' && here) {
  process.env.SIBYL_DATA_DIR = resolve(data || '.sibyl');
  process.chdir(here);
}
import('./run-command.js');
