import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { call, requireSuccess } from './call.ts';
import type { Installation } from './installation.ts';

const pauseMs = 700;
const retryMs = 500;
const appendedRows = 5;

/** What was acknowledged, and of which writes the outcome is unknown. */
export interface Ledger {
  skills: Set<string>;
  tables: Set<string>;
  /** Acknowledged appends to the table `log`, and those whose answer was lost with their node. */
  appends: { acknowledged: number; unknown: number };
}

export function openLedger(): Ledger {
  return { skills: new Set(), tables: new Set(), appends: { acknowledged: 0, unknown: 0 } };
}

/** Makes the table that rows are appended to. */
export async function prepareWrites({ base, authorization }: Installation): Promise<void> {
  const options = { type: 'text/csv', headers: { authorization } };
  requireSuccess(await call('POST', `${base}/api/projects/default/tables?name=log`, 'x,y\n0,0\n', options));
}

/** Writes records, tables and rows, each until it is acknowledged. */
export async function keepWriting(at: Installation, ledger: Ledger, signal: AbortSignal): Promise<void> {
  const skill = async () => {
    const name = `s_${shortId()}`;
    const body = { name, type: 'sql', params: { tables: ['log'] } };
    if ((await writeUntilTaken(at, '/skills', body, signal)) !== 'unknown') ledger.skills.add(name);
  };
  const table = async () => {
    const name = `t_${shortId()}`;
    if ((await writeUntilTaken(at, `/tables?name=${name}`, 'a,b\n1,2\n3,4\n', signal)) !== 'unknown')
      ledger.tables.add(name);
  };
  const append = async () => {
    const rows = `x,y\n${'1,1\n'.repeat(appendedRows)}`;
    const outcome = await writeUntilTaken(at, '/tables/log/rows', rows, signal);
    ledger.appends[outcome === 'unknown' ? 'unknown' : 'acknowledged'] += 1;
  };
  const repeat = async (write: () => Promise<void>, rest: number) => {
    while (!signal.aborted) {
      await write();
      await pause(rest);
    }
  };
  await Promise.all([repeat(skill, pauseMs), repeat(table, 4 * pauseMs), repeat(append, 4 * pauseMs)]);
}

/**
 * Repeats a write under one Idempotency-Key until it is acknowledged. `unknown`: the node that began it is gone, and
 * its claim of the key is all that is known.
 */
async function writeUntilTaken(
  { base, authorization }: Installation,
  path: string,
  body: unknown,
  signal: AbortSignal,
) {
  const headers = { authorization, 'idempotency-key': randomUUID() };
  const type = typeof body === 'string' ? 'text/csv' : 'application/json';
  for (let tries = 0; ; tries += 1) {
    const { status, text } = await call('POST', `${base}/api/projects/default${path}`, body, { type, headers });
    if (status >= 200 && status < 300) return 'acknowledged';
    if (text.includes('"name_taken"') && tries > 0) return 'acknowledged';
    const mayHelp = [0, 409, 429, 500, 502, 503, 504].includes(status);
    if (!mayHelp) throw new Error(`${path} was refused: ${status} ${text.slice(0, 300)}`);
    if (signal.aborted && tries > 60) return 'unknown';
    if (text.includes('"request_in_progress"') && tries > 30) return 'unknown';
    await pause(retryMs);
  }
}

function shortId(): string {
  return randomUUID().slice(0, 12).replace('-', '_');
}

/** Returns what was lost or doubled. */
export async function checkWrites({ base, authorization }: Installation, ledger: Ledger): Promise<string[]> {
  const list = async (path: string) => {
    const names = new Set<string>();
    for (let url: string | undefined = `${base}/api/projects/default/${path}?limit=200`; url; ) {
      const answer = await call('GET', url, undefined, { headers: { authorization } });
      for (const { name } of requireSuccess(answer) as unknown as { name: string }[]) names.add(name);
      const next = /<([^>]+)>;\s*rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
      url = next && new URL(next, base).href;
    }
    return names;
  };
  const [skills, tables] = [await list('skills'), await list('tables')];
  const lost = [...ledger.skills.difference(skills), ...ledger.tables.difference(tables)].map(
    (name) => `${name} is lost`,
  );
  const query = { sql: 'select count(*) as n from log' };
  const answer = requireSuccess(
    await call('POST', `${base}/api/projects/default/query`, query, { headers: { authorization } }),
  ) as { rows: { n: number }[] };
  const rows = Number(answer.rows[0].n);
  const { acknowledged, unknown } = ledger.appends;
  const [least, most] = [1 + appendedRows * acknowledged, 1 + appendedRows * (acknowledged + unknown)];
  if (!(rows >= least && rows <= most)) lost.push(`log has ${rows} rows instead of ${least} to ${most}`);
  return lost;
}
