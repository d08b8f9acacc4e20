// The entry of `npm start`, in JavaScript that an old Node reads too.
import { requireNode } from './require-node.js';

requireNode('npm start');
import('./start-service.js');
