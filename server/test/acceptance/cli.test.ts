/**
 * The command line as users run it: one process per command, in a separate folder, with the service that it starts
 * itself.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestService } from '../service.ts';

const program = join(import.meta.dirname, '../../src/cli.ts');
const folder = mkdtempSync(join(tmpdir(), 'sibyl-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));

interface Ran {
  code: number;
  out: string;
  error: string;
}

function sibyl(words: string[], settings: Record<string, string> = {}): Promise<Ran> {
  const environment = Object.entries(process.env).filter(([name]) => !name.startsWith('SIBYL_'));
  const env = { ...Object.fromEntries(environment), SIBYL_DATA_DIR: join(folder, 'data'), ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...words], { cwd: folder, env }, (failure, out, error) =>
      resolve({ code: failure ? Number(failure.code) : 0, out, error }),
    );
  });
}

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return name;
}

const german = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 2 });
const cities = ['Köln', 'Essen', 'Bonn'];
const rents = Array.from({ length: 90 }, (_, index) => 1100.5 + 83 * (index % 5) + 90 * (index % 3) + (index % 2));
const lines = rents.map((rent, index) => `${1 + (index % 5)},5;${cities[index % 3]};${german.format(rent)} €`);
const sum = german.format(rents.reduce((left, right) => left + right));
const report = `Mieten im Bestand\nStand: 31.10.2026\n\nZimmer;Stadt;Miete\n${lines.join('\n')}\nSumme;;${sum} €\n`;

describe('the command line without a service', () => {
  it('trains on a German report and says what the model is worth beside a guess', async () => {
    const { code, out, error } = await sibyl([
      'train',
      write('Mieten 2026.csv', report),
      '--target',
      'Miete',
      '--quick',
    ]);
    expect(error).toContain('90 rows, 3 columns');
    expect(out).toMatch(/Model Mieten_2026 version 1: regression of Miete, 90 rows/);
    expect(out).toMatch(/r2_score\s+\S+\s+without any input: \S+/);
    expect(out).toMatch(/Zimmer\s+[█░]{24} \d+ %/);
    expect(code).toBe(0);
  });

  it('predicts a file into the standard output, into a workbook, and from that workbook', async () => {
    const rows = write('neu.csv', 'Zimmer;Stadt\n2,5;Köln\n4,5;Bonn\n');
    const { out, code } = await sibyl(['predict', 'Mieten_2026', rows]);
    const [header, first] = out.split('\n');
    expect([code, header]).toEqual([0, 'Zimmer;Stadt;Miete;Miete_confidence;Miete_min;Miete_max;Miete_remarks']);
    expect(first).toMatch(/^2,5;Köln;[\d.]+;0.9;/);
    expect(await sibyl(['predict', 'Mieten_2026', rows, '-o', 'neu.xlsx'])).toMatchObject({ code: 0, out: '' });
    expect(readFileSync(join(folder, 'neu.xlsx')).subarray(0, 2).toString()).toBe('PK');
    const back = await sibyl(['predict', 'Mieten_2026', 'neu.xlsx', '--ignore-unknown', '--format', 'csv']);
    expect(back.out.split('\n')[1].split(',').slice(-7, -6)).toEqual(first.split(';').slice(2, 3));
  });

  it('predicts a table into another table, and lists what there is', async () => {
    const priced = await sibyl(['predict', 'Mieten_2026', '--table', 'Mieten_2026', '--into', 'priced']);
    expect([priced.code, priced.out]).toEqual([0, 'Table priced has 90 rows.\n']);
    expect((await sibyl(['tables'])).out).toMatch(/^name\s+rows\s+columns\s+created\nMieten_2026\s+90\s+3\s/);
    const columns = JSON.parse((await sibyl(['--json', 'tables', 'priced'])).out).columns;
    expect(columns.map(({ name }: { name: string }) => name)).toContain('Miete_original');
    expect((await sibyl(['models'])).out).toMatch(/Mieten_2026\s+Miete\s+regression\s+complete/);
    expect((await sibyl(['models', 'Mieten_2026'])).out).toContain('How good it is');
  });

  it('asks an agent, which it makes where there is none', async () => {
    const { out, error } = await sibyl(['ask', 'How many Mieten have Stadt Bonn?']);
    expect(error).toContain('Made the agent assistant');
    expect(out).toContain('30');
  });

  it('takes care of keys, migrations and backups', async () => {
    expect((await sibyl(['migrate'])).out).toContain('up to date');
    const key = await sibyl(['keys', 'create', '--role', 'viewer']);
    expect(key.out.trim()).toMatch(/^sib_/);
    expect((await sibyl(['keys', 'list'])).out).toContain('viewer');
    expect(JSON.parse((await sibyl(['keys', 'list', '--json'])).out)).toMatchObject([{ name: 'viewer' }]);
    expect(JSON.parse((await sibyl(['--json', 'backup', 'json.tar'])).out)).toMatchObject({ master_key: false });
    expect((await sibyl(['backup', 'x.tar', '--url', 'http://127.0.0.1:1'])).error).toContain('takes no --url');
    expect(await sibyl(['backup', 'all.tar'])).toMatchObject({ error: '', out: expect.stringContaining('files') });
    expect((await sibyl(['keys', 'revoke', 'viewer'])).code).toBe(0);
  });

  it.each([
    [['predict', 'none', 'neu.csv'], /no model none/],
    [['predict', 'Mieten_2026', 'absent.csv'], /There is no file absent.csv/],
    [['predict', 'Mieten_2026'], /Name a file of rows/],
    [['train', 'neu.csv'], /--target/],
    [['train', 'neu.csv', '--target', 'Stat'], /did you mean Stadt\?/],
    [['fly'], /unknown command 'fly'/],
  ])('ends %j with a sentence and without success', async (words, sentence) => {
    const { code, error, out } = await sibyl(words);
    expect(`${error}${out}`).toMatch(sentence);
    expect(code).toBeGreaterThan(0);
    expect(error).not.toMatch(/ {4}at /);
  });

  it('helps with examples and completes words in every shell', async () => {
    expect((await sibyl(['--help'])).out).toContain('sibyl train homes.csv --target price');
    expect((await sibyl(['predict', '--help'])).out).toContain('sibyl predict homes new.csv > answers.csv');
    for (const shell of ['bash', 'zsh', 'fish']) expect((await sibyl(['completion', shell])).out).toContain('sibyl');
    expect((await sibyl(['complete', '--', 'pre'])).out).toContain('predict');
    expect((await sibyl(['complete', '--', 'train', '--tar'])).out).toContain('--target');
  });
});

it('talks to a running service by its address and key', async () => {
  const service = await startTestService();
  try {
    const headers = { 'content-type': 'text/csv' };
    await service.call('POST', '/projects/default/tables?name=homes', 'rooms,price\n1,2\n2,4\n', headers);
    const { body } = await service.call('POST', '/api/keys', { name: 'k', role: 'admin' });
    expect((await sibyl(['--url', service.url, '--key', body.secret, 'tables'])).out).toMatch(/homes\s+2\s+2/);
    const settings = { SIBYL_URL: service.url, SIBYL_API_KEY: body.secret };
    expect(JSON.parse((await sibyl(['--json', 'tables'], settings)).out)).toHaveLength(1);
    const after = await sibyl(['tables', '--json', '--url', service.url, '--key', body.secret]);
    expect(JSON.parse(after.out)).toMatchObject([{ name: 'homes' }]);
    const made = await sibyl(['keys', 'create', '--role', 'viewer', '--project', 'default', '--json'], settings);
    expect(JSON.parse(made.out)).toMatchObject({ name: 'viewer', projects: ['default'] });
    const refused = await sibyl(['--url', service.url, '--key', 'sib_wrong', 'tables']);
    expect([refused.code, refused.out]).toEqual([1, '']);
  } finally {
    await service.stop();
  }
});
