// @module-tag long
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientFolder, makeEnvironment, providePython, provideTools } from '../python.ts';
import { copySample } from '../sample.ts';
import { makeDirectory, startProcess } from '../service-process.ts';

const run = promisify(execFile);

/** What a program does that has neither pandas nor anything else. */
const plainProgram = `
import sys, sibyl
client = sibyl.Client(sys.argv[1])
rows = [{"rooms": n % 5, "city": "Oslo" if n % 2 else "Rome", "price": 100 * (n % 5) + n % 3} for n in range(60)]
model = client.train(rows, target="price", effort="quick", progress=False)
print(round(model.predict({"rooms": 3, "city": "Oslo"})["prediction"] / 100))
try:
    client.query("select 1")
except sibyl.MissingPackage as error:
    print(error)
`;

describe('the Python client', () => {
  let python = '';
  let missing = '';
  let folder: string;
  let wheel: string;

  beforeAll(() => {
    const found = providePython();
    const tools = 'missing' in found ? found : provideTools(found.version);
    if ('missing' in tools) missing = tools.missing;
    else prepare(tools.python);
  });
  beforeEach(({ skip }) => skip(missing !== '', missing));

  function prepare(program: string): void {
    python = program;
    folder = mkdtempSync(join(tmpdir(), 'sibyl-wheel-'));
    const build = ['-m', 'build', '--wheel', '--no-isolation', '--outdir', folder];
    execFileSync(python, build, { cwd: clientFolder, stdio: 'pipe' });
    wheel = join(folder, readdirSync(folder).find((name) => name.endsWith('.whl'))!);
    const install = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--force-reinstall', wheel];
    execFileSync(python, install, { stdio: 'pipe' });
  }
  afterAll(() => missing === '' && rmSync(folder, { recursive: true, force: true }));

  it('installs alone from its wheel, and needs no pandas for plain rows', async () => {
    const alone = makeEnvironment(join(makeDirectory(), 'venv'), [wheel]);
    const service = startProcess(makeDirectory());
    const { stdout } = await run(alone, ['-c', plainProgram, await service.url]);
    expect(stdout).toBe("3\nThis gives a DataFrame: pip install 'sibyl-client[pandas]'.\n");
  });

  it('runs the tour of the API as it is printed, and answers what stands there', async () => {
    const tour = readFileSync(join(clientFolder, '../../docs/api-tour.md'), 'utf8');
    const blocks = [...tour.matchAll(/```python\n(.*?)```\n(?:```\n(.*?)```\n)?/gs)];
    const directory = await copySample(makeDirectory());
    const service = startProcess(directory, { SIBYL_SAMPLE: '1' });
    const url = await service.url;
    const program = blocks.map(([, code]) => code.replace('http://127.0.0.1:4747', url)).join('');
    const homes = Array.from({ length: 60 }, (_, row) => `${1 + (row % 5)},Oslo,${100_000 * (1 + (row % 5)) + row}`);
    writeFileSync(join(directory, 'homes.csv'), `rooms,city,price\n${homes.join('\n')}\n`);
    const { stdout } = await run(python, ['-c', program], { cwd: directory });
    expect(blocks.length).toBeGreaterThan(10);
    expect(stdout).toBe(blocks.map(([, , out = '']) => out).join(''));
  });

  it('does what its own tests say, installed from its wheel beside every optional package', async () => {
    const service = startProcess(makeDirectory());
    const env = { ...process.env, SIBYL_TEST_URL: await service.url };
    const { stdout } = await run(python, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'], {
      cwd: clientFolder,
      env,
    }).catch((error) => ({ stdout: String(error.stdout) }));
    expect(stdout).toMatch(/^\d+ passed, 3 deselected/m);
    expect(stdout).not.toMatch(/failed|error|skipped/);
  });
});
