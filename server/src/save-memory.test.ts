import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Saves memory, works for a second and more, rests; prints what V8 was told. */
const script = `
  import v8 from 'node:v8';
  import { syncBuiltinESMExports } from 'node:module';
  const said = [];
  v8.setFlagsFromString = (flag) => { if (flag.includes('memory')) said.push(flag); };
  syncBuiltinESMExports();
  const { saveMemoryWhileQuiet } = await import(${JSON.stringify(join(import.meta.dirname, 'save-memory.ts'))});
  saveMemoryWhileQuiet();
  const work = setInterval(() => { for (const end = performance.now() + 40; performance.now() < end; ); }, 50);
  setTimeout(() => clearInterval(work), 2500);
  setInterval(() => { if (said.length === 3) { console.log(said.join()); process.exit(); } }, 50);
`;

test('V8 saves memory while the process is quiet, and time while it is busy', { tags: 'long', timeout: 60_000 }, () => {
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(said.trim()).toBe('--memory-saver-mode,--no-memory-saver-mode,--memory-saver-mode');
});

test.each([
  [1, ['--no-concurrent-marking']],
  [2, []],
])('on %i cores V8 is told %j of its helpers', (cores, flags) => {
  const told = `
    import os from 'node:os';
    import v8 from 'node:v8';
    import { syncBuiltinESMExports } from 'node:module';
    os.availableParallelism = () => ${cores};
    v8.setFlagsFromString = (flag) => console.log(flag);
    syncBuiltinESMExports();
    (await import(${JSON.stringify(join(import.meta.dirname, 'save-memory.ts'))})).markAloneOnOneCore();
  `;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', told], { encoding: 'utf8' });
  expect(said.split('\n').filter(Boolean)).toEqual(flags);
});
