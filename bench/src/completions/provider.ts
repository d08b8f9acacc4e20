/** A provider in its own process. Argument: milliseconds before each answer. */
import { startLoopbackProvider } from '../../../server/test/loopback/provider.ts';

const afterMs = Number(process.argv[2]);
const provider = await startLoopbackProvider({ text: 'There are 42 of them.', afterMs });
// Recorded requests are not used here and would fill the memory.
setInterval(() => provider.asked.splice(0), 1000);
console.log(`provider at ${provider.openai}`);
