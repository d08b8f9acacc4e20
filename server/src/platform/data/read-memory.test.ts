import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const rows = 1_000_000;
const columns = Array.from({ length: 20 }, (_, index) => `x${index}`);

const head = `
  const [folder, path] = process.argv.slice(-2);
  const { openEngine } = await import(folder + '/duckdb.ts');
  const limits = { memoryBytes: 256 * 2 ** 20, threads: 1, spillFolder: '' };
`;
const writeTable = `${head}
  using engine = await openEngine(limits);
  const cells = ${JSON.stringify(columns)}.map((name) => 'round(random() * 8, 3) AS ' + name).join(', ');
  await engine.connection.run('COPY (SELECT ' + cells + " FROM range(${rows})) TO '" + path + "' (FORMAT parquet)");
`;
/** Reads the table whole in chunks, and prints by how many MB the memory grew meanwhile. */
const readTable = `${head}
  const { readFileSync } = await import('node:fs');
  const { openTableSource } = await import(folder + '/table-source.ts');
  const most = () => Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1000;
  const table = await openTableSource(path, limits);
  const before = most();
  let read = 0;
  const readings = table.columns.map(({ name }) => ({ name, as: 'numbers' }));
  for await (const { rowCount } of table.readChunks(readings)) read += rowCount;
  console.log(JSON.stringify({ read, grown: most() - before }));
`;

it.skipIf(!existsSync('/proc/self/status'))(
  'reading a large table in chunks frees each: a million rows of 20 columns left hundreds of megabytes',
  () => {
    const directory = mkdtempSync(join(tmpdir(), 'sibyl-read-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const paths = [join(import.meta.dirname, 'worker'), join(directory, 'table.parquet')];
    const run = (program: string) =>
      execFileSync(process.execPath, ['--expose-gc', '--input-type=module', '-e', program, ...paths], {
        encoding: 'utf8',
      });
    run(writeTable);
    const { read, grown } = JSON.parse(run(readTable));
    expect(read).toBe(rows);
    expect(grown).toBeLessThan(100);
  },
);
