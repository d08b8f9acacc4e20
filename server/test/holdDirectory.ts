/** A process that holds a data directory until it is killed: `node holdDirectory.ts <directory> <address>`. */
import { lockDirectory } from '../src/db/lock.ts';

const [directory, address] = process.argv.slice(2);
lockDirectory(directory).announce(address);
process.stdout.write('held\n');
setInterval(() => {}, 60_000);
