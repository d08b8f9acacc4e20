/**
 * The command line as users run it: one process per command, in a separate folder, with the service that it starts
 * itself.
 *
 * @module-tag long
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestService } from '../service.ts';

const program = join(import.meta.dirname, '../../command.js');
const folder = mkdtempSync(join(tmpdir(), 'sibyl-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));

interface Ran {
  code: number;
  out: string;
  error: string;
}

function sibyl(words: string[], settings: Record<string, string> = {}, input = ''): Promise<Ran> {
  const environment = Object.entries(process.env).filter(([name]) => !name.startsWith('SIBYL_'));
  const env = { ...Object.fromEntries(environment), SIBYL_DATA_DIR: join(folder, 'data'), ...settings };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...words], { cwd: folder, env }, (failure, out, error) =>
      resolve({ code: failure ? Number(failure.code) : 0, out, error }),
    );
    child.stdin?.end(input);
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
    expect(out).toMatch(/r2_score\s+\S+\s+baseline: \S+/);
    expect(out).toMatch(/Zimmer\s+[█░]{24} \d+ %/);
    expect(code).toBe(0);
  });

  it('predicts a file into the standard output, into a workbook, and from that workbook', async () => {
    const rows = write('neu.csv', 'Zimmer;Stadt\n2,5;Köln\n4,5;Bonn\n');
    const { out, code } = await sibyl(['predict', 'Mieten_2026', rows]);
    const [header, first] = out.split('\n');
    expect([code, header]).toEqual([0, 'Zimmer;Stadt;Miete;Miete_confidence;Miete_min;Miete_max;Miete_remarks']);
    expect(first).toMatch(/^2,5;Köln;[\d,]+;0,9;/);
    expect(await sibyl(['predict', 'Mieten_2026', rows, '-o', 'neu.xlsx'])).toMatchObject({ code: 0, out: '' });
    expect(readFileSync(join(folder, 'neu.xlsx')).subarray(0, 2).toString()).toBe('PK');
    const back = await sibyl(['predict', 'Mieten_2026', 'neu.xlsx', '--ignore-unknown', '--format', 'csv']);
    expect(back.out.split('\n')[1].split(',').slice(-6, -5)).toEqual([first.split(';')[2].replace(',', '.')]);
  });

  it('predicts a table into another table, and lists what there is', async () => {
    const priced = await sibyl(['predict', 'Mieten_2026', '--table', 'Mieten_2026', '--into', 'priced']);
    expect([priced.code, priced.out]).toEqual([0, 'Table priced has 90 rows.\n']);
    expect((await sibyl(['tables'])).out).toMatch(/^name\s+rows\s+columns\s+created\nMieten_2026\s+90\s+3\s/);
    const columns = JSON.parse((await sibyl(['--json', 'tables', 'priced'])).out).columns;
    expect(columns.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['Miete', 'Miete_predicted']),
    );
    expect((await sibyl(['models'])).out).toMatch(/Mieten_2026\s+Miete\s+regression\s+complete\s+1\s+r2_score\s+\d/);
    expect((await sibyl(['models', 'Mieten_2026'])).out).toContain('Performance on held-out rows');
  });

  it('asks an agent, which it makes where there is none', async () => {
    const { out, error } = await sibyl(['ask', 'How many Mieten have Stadt Bonn?']);
    expect(error).toContain('Created the agent reads_all, which reads Mieten_2026, priced');
    expect(out).toContain('30');
    const one = await sibyl(['ask', '--table', 'Mieten_2026', 'How many Mieten have Stadt Bonn?']);
    expect(one.out).toContain('30');
  });

  it('takes care of keys, migrations and backups', async () => {
    expect((await sibyl(['migrate'])).out).toContain('up to date');
    const key = await sibyl(['keys', 'create', '--role', 'viewer']);
    expect(key.out.trim()).toMatch(/^sib_/);
    expect((await sibyl(['keys', 'list'])).out).toContain('viewer');
    expect(await sibyl(['backup', 'all.tar'])).toMatchObject({ error: '', out: expect.stringContaining('files') });
    expect((await sibyl(['keys', 'revoke', 'viewer'])).code).toBe(0);
  });

  const data = { SIBYL_DATA_DIR: join(folder, 'restored') };
  it.each<[string[], unknown, Record<string, string>?]>([
    [['tables'], [{ name: 'Mieten_2026' }, { name: 'priced' }]],
    [['tables', 'priced'], { name: 'priced', row_count: 90 }],
    [['models'], [{ name: 'Mieten_2026', status: 'complete' }]],
    [['models', 'Mieten_2026'], { name: 'Mieten_2026', task: 'regression' }],
    [
      ['predict', 'Mieten_2026', 'neu.csv'],
      [{ Miete_confidence: 0.9 }, {}],
    ],
    [['predict', 'Mieten_2026', '--table', 'Mieten_2026', '--into', 'again'], { status: 'complete', rows: 90 }],
    [['ask', 'How many Mieten have Stadt Bonn?'], { message: { content: expect.stringContaining('30') } }],
    [['keys', 'create', '--role', 'editor', '--project', 'default'], { name: 'editor', projects: ['default'] }],
    [['keys', 'list'], [{ name: 'editor' }]],
    [['keys', 'rotate', 'editor'], { secret: expect.stringMatching(/^sib_/) }],
    [['keys', 'revoke', 'editor'], { revoked: 'editor' }],
    [['backup', 'json.tar'], { file: 'json.tar', master_key: false }],
    [['restore', 'json.tar', '--forget-secrets'], { data_directory: data.SIBYL_DATA_DIR }, data],
    [['migrate'], { up_to_date: true }],
    [['train', 'Mieten 2026.csv', '--target', 'Miete', '--quick'], { name: 'Mieten_2026', version: 2 }],
    [['describe', 'Mieten_2026', 'predicted_actual'], [{ rows: 90 }]],
    [['compare', 'Mieten_2026', '@1'], { rows: 90, headline: 'r2_score', is_seen: false }],
  ])('prints %j as JSON alone when --json is behind the verb', async (words, expected, settings) => {
    const { out, code, error } = await sibyl([...words, '--json'], settings);
    expect(code, error).toBe(0);
    expect(JSON.parse(out)).toMatchObject(expected as object);
  });

  it('draws what held-out rows show as tables, and says what a threshold is for', async () => {
    const { out } = await sibyl(['describe', 'Mieten_2026', 'residuals']);
    expect(out).toMatch(/bands\s+from\s+to\s+count\s+mean/);
    const compared = await sibyl(['compare', 'Mieten_2026', '@1']);
    expect(compared.out).toMatch(
      /^metric\s+Mieten_2026@2\s+Mieten_2026@1\s+difference\s+standard error\s+better\nr2_score /,
    );
    expect(compared.error).toContain('On 90 rows, on which neither was trained.');
    const refused = await sibyl(['threshold', 'Mieten_2026', '0.3']);
    expect([refused.code, refused.error]).toEqual([1, expect.stringContaining('two classes')]);
  });

  it('reads tables that came after its agent was made', async () => {
    await sibyl(['predict', 'Mieten_2026', '--table', 'Mieten_2026', '--into', 'later']);
    const { error } = await sibyl(['ask', 'How many Mieten have Stadt Bonn?']);
    expect(error).toContain('now reads Mieten_2026, again, later, priced');
  });

  it('replaces a model of another target, and a table of other columns, only when told so', async () => {
    const again = ['train', 'Mieten 2026.csv', '--target', 'Zimmer', '--quick', '--time-budget', '5'];
    expect((await sibyl(again)).error).toMatch(/predicts Miete, not Zimmer\. Use --replace/);
    expect((await sibyl([...again, '--replace'])).error).toContain('predicted Miete');
    const other = write('priced.csv', 'p,q\n1,2\n3,4\n');
    const { code, error } = await sibyl(['train', other, '--target', 'q']);
    expect([code, error]).toEqual([
      1,
      expect.stringMatching(/a table priced with other columns \(Zimmer.*Use --replace/),
    ]);
  });

  it.each([
    [['serve', '--url', 'http://127.0.0.1:1']],
    [['--url', 'http://127.0.0.1:1', 'migrate']],
    [['backup', 'x.tar', '--key', 'sib_x']],
    [['restore', 'x.tar', '--project', 'other']],
  ])('refuses %j, because it works on this machine', async (words) => {
    const { code, error, out } = await sibyl(words);
    expect([code, error, out]).toEqual([1, expect.stringMatching(/works on this machine .* takes no --/), '']);
  });

  it.each([
    [['predict', 'none', 'neu.csv'], /no model none/],
    [['predict', 'Mieten_2026', 'absent.csv'], /There is no file absent.csv/],
    [['predict', 'Mieten_2026', '.'], /is a folder; name a file/],
    [['predict', 'Mieten_2026'], /Give a file of rows/],
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
    for (const verb of ['serve', 'train', 'predict', 'ask', 'tables', 'models', 'keys', 'backup', 'restore', 'migrate'])
      expect((await sibyl([verb, '--help'])).out, verb).toMatch(new RegExp(`^  .*sibyl.* ${verb}`, 'm'));
    for (const shell of ['bash', 'zsh', 'fish']) expect((await sibyl(['completion', shell])).out).toContain('sibyl');
    expect((await sibyl(['complete', '--', 'pre'])).out).toContain('predict');
    expect((await sibyl(['complete', '--', 'train', '--tar'])).out).toContain('--target');
    expect((await sibyl(['complete', '--', 'models', '--js'])).out).toContain('--json');
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
    const refused = await sibyl(['--url', service.url, '--key', 'sib_wrong', 'tables']);
    expect([refused.code, refused.out]).toEqual([1, '']);
  } finally {
    await service.stop();
  }
});

it('does with --url, --key and --json behind each verb what it does without a service', async () => {
  const service = await startTestService();
  try {
    const { body } = await service.call('POST', '/api/keys', { name: 'k', role: 'admin' });
    const run = async (...words: string[]) => {
      const ran = await sibyl([...words, '--url', `${service.url}/`, '--key', body.secret, '--json']);
      expect(ran.code, ran.error).toBe(0);
      return JSON.parse(ran.out);
    };
    write('Mieten 2026.csv', report);
    write('neu.csv', 'Zimmer;Stadt\n2,5;Köln\n4,5;Bonn\n');
    expect(await run('train', 'Mieten 2026.csv', '-t', 'Miete', '--quick')).toMatchObject({ status: 'complete' });
    expect(await run('predict', 'Mieten_2026', 'neu.csv')).toHaveLength(2);
    expect(await run('predict', 'Mieten_2026', '--sql', 'select * from Mieten_2026')).toHaveLength(90);
    expect(await run('tables', 'Mieten_2026')).toMatchObject({ row_count: 90 });
    expect(await run('models')).toMatchObject([{ name: 'Mieten_2026' }]);
    expect(
      (await run('monitor', 'Mieten_2026', 'on', '--exclude', 'Stadt', '--sample-rows', '20')).monitor,
    ).toMatchObject({ enabled: true, exclude: ['Stadt'], sample_rows: 20 });
    await run('predict', 'Mieten_2026', 'neu.csv');
    const { rows } = await run('sample', 'Mieten_2026');
    expect(rows.map(({ row }: { row: { Zimmer: string } }) => row.Zimmer).toSorted()).toEqual(['2,5', '4,5']);
    expect(rows[0].row).not.toHaveProperty('Stadt');
    expect((await run('monitor', 'Mieten_2026')).windows).toMatchObject([{ rows: 2 }]);
    expect((await run('monitor', 'Mieten_2026', 'off')).monitor.enabled).toBe(false);
    const fresh = { schedule: { after_rows: 500 }, policy: 'ask' };
    expect(await run('schedule', 'Mieten_2026', '--after-rows', '500', '--policy', 'ask')).toEqual(fresh);
    expect(await run('schedule', 'Mieten_2026')).toEqual(fresh);
    expect((await run('schedule', 'Mieten_2026', '--never')).schedule).toBe(null);
    expect(await run('challenger', 'Mieten_2026')).toMatchObject({ challenger: null, decision: null });
    expect(await run('retrain', 'Mieten_2026', '--policy', 'always')).toMatchObject({ version: 2 });
    const answer = await run('ask', 'How many Mieten have Stadt Bonn?');
    expect(answer.message.content).toContain('30');
    const key = await run('keys', 'create', '--role', 'viewer', '--project', 'default');
    expect(key).toMatchObject({ name: 'viewer', projects: ['default'] });
    expect(await run('keys', 'list')).toMatchObject([{ name: 'k' }, { name: 'viewer' }]);
    expect(await run('keys', 'rotate', 'viewer')).toMatchObject({ name: 'viewer' });
    expect(await run('keys', 'revoke', 'viewer')).toEqual({ revoked: 'viewer' });
    const address = { SIBYL_URL: service.url, SIBYL_API_KEY: body.secret };
    expect((await sibyl(['keys', 'revoke', 'viewer'], address)).error).toMatch(/no key viewer/);
  } finally {
    await service.stop();
  }
});

it('reads rows from the standard input, with blank lines, and shows cells beside what it adds', async () => {
  const service = await startTestService();
  try {
    const address = { SIBYL_URL: service.url };
    const run = async (words: string[], input = '') => {
      const ran = await sibyl(words, address, input);
      expect(ran.code, ran.error).toBe(0);
      return ran.out;
    };
    const months = Array.from(
      { length: 48 },
      (_, at) => `20${20 + Math.floor(at / 12)}-${String(1 + (at % 12)).padStart(2, '0')}`,
    );
    write('sales.csv', `month,units\n${months.map((month, at) => `${month},${100 + 5 * (at % 12)}`).join('\n')}\n`);
    await run(['train', 'sales.csv', '-t', 'units', '--order-by', 'month', '--horizon', '2', '--quick']);
    const later = '{"month":"2024-01","units":101}\n\n{"month":"2024-02","units":104}\n\n';
    const asked = ['predict', 'sales', write('ask.json', '[{}]'), '--json', '--history', '-'];
    expect(JSON.parse(await run(asked, later)).map(({ month }: { month: string }) => month.slice(0, 7))).toEqual([
      '2024-03',
      '2024-04',
    ]);
    const twice = await sibyl([...asked, '--future', '-'], address, later);
    expect([twice.code, twice.error]).toEqual([1, expect.stringContaining('Only one of the files')]);
    const none = await sibyl(asked, address, '{"month":\n');
    expect([none.code, none.error]).toEqual([1, expect.stringContaining('no rows of JSON')]);
    const rows = Array.from({ length: 40 }, (_, at) => `${at % 9},w${at % 3},${10 * (at % 9)}`).join('\n');
    await run(['train', write('doors.csv', `prediction,window,price\n${rows}\n`), '-t', 'price', '--quick']);
    await run(['monitor', 'doors', 'on']);
    await run(['predict', 'doors', write('new.csv', 'prediction,window,__service_row_id\n7,w1,a\n')]);
    expect(await run(['truths', 'doors', '-'], '{"id":"a","price":70}\n\n')).toMatch(/^1 of 1 actual values matched/);
    const [header, row] = (await run(['sample', 'doors'])).split('\n').map((line) => line.trim().split(/\s{2,}/));
    const shown = Object.fromEntries(header.map((name, at) => [name, row[at]]));
    expect(shown).toMatchObject({ prediction: '7', window: 'w1', sibyl_window: expect.stringMatching(/^20/) });
    expect(Number(shown.sibyl_prediction)).toBeGreaterThan(30);
  } finally {
    await service.stop();
  }
});

it('tells a program where it serves', async () => {
  const env = { ...process.env, SIBYL_DATA_DIR: join(folder, 'served'), SIBYL_PORT: '0', SIBYL_SAMPLE: '0' };
  const child = spawn(process.execPath, [program, 'serve', '--json'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const [first] = await once(createInterface({ input: child.stdout }), 'line');
    const { address, data_directory, sample } = JSON.parse(first);
    expect([data_directory, sample]).toEqual([env.SIBYL_DATA_DIR, false]);
    expect((await fetch(`${address}/health/live`)).status).toBe(200);
  } finally {
    child.kill();
    await once(child, 'exit');
  }
});
