/** Uploads a table of `bytes` bytes to a project, in its own process: to write the lines takes as much as a core. */
import { generateCsv } from '../upload/csv.ts';
import { sendStream } from '../upload/send.ts';

const [project, bytes] = process.argv.slice(2);
const chunks = generateCsv(Number(bytes), { bytes: 0, rows: 0 });
console.log(JSON.stringify(await sendStream(`${project}/tables?name=beside`, 'text/csv', chunks)));
