// The entry of `npm start`, in plain JavaScript.
import { findBundled } from './load-bundle.js';

const found = findBundled('main.js');
const { url, reason } = process.argv.includes('--sources') ? { reason: 'asked to by --sources' } : found;
if (url === undefined) console.error(`Sibyl runs from its sources (slower to start): ${reason}.`);
await import(url ?? './src/main.ts');
