/** A process that holds a data directory until it is killed: `node hold-directory.ts <directory> <address>`. */
import { lockDirectory } from '../src/platform/db/lock.ts';

const [directory, address] = process.argv.slice(2);
lockDirectory(directory).announce(address);
globalThis.gc?.(); // with --expose-gc: the lock survives although nothing refers to it
process.stdout.write('held\n');
setInterval(() => {}, 60_000);
