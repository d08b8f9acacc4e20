// In plain JavaScript. A command says nothing of how it was started.
import { findBundled } from './load-bundle.js';

await import(findBundled('cli.js').url ?? './src/cli.ts');
