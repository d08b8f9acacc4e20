/** A provider in a process of its own: answers every question alike, after as many ms as the first argument says. */
import { startLoopbackProvider } from '../../../server/test/loopback/provider.ts';

const afterMs = Number(process.argv[2]);
const provider = await startLoopbackProvider({ text: 'There are 42 of them.', afterMs });
// Nobody looks at what was asked here: it would only fill the memory.
setInterval(() => provider.asked.splice(0), 1000);
console.log(`provider at ${provider.openai}`);
