// The entry of `npm run sibyl`, in JavaScript that an old Node reads too.
import { requireNode } from './require-node.js';

requireNode('npm run sibyl');
import('./run-command.js');
