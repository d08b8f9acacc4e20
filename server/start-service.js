// In plain JavaScript, so that nothing is compiled before the cache is on.
import { findBundled } from './load-bundle.js';
import { readStartWords } from './start-words.js';

const { sources } = readStartWords(process.argv.slice(2));
const found = findBundled('main.js');
const { url, reason } = sources ? { reason: 'asked to by --sources' } : found;
if (url === undefined) console.error(`Sibyl runs from its sources (slower to start): ${reason}.`);
await import(url ?? './src/main.ts');
