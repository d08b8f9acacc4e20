import { parseArgs } from 'node:util';
import { type Role, roles } from '../../caller.ts';
import type { Config } from '../../config.ts';
import { command } from '../../release.ts';
import { askService, type KeyAdmin, openKeyAdmin } from './key-admin.ts';
import type { KeyRecord } from './schemas.ts';

/** The command line is invalid; the message is the usage. */
export class UsageError extends Error {}

export const keysUsage = `Keys of a service, running or not (its folder is SIBYL_DATA_DIR):
  ${command} keys create --role ${roles.join('|')} [--name NAME] [--project NAME]... [--expires-at TIME]
  ${command} keys list
  ${command} keys rotate NAME [--overlap-seconds SECONDS]
  ${command} keys revoke NAME`;

const options = {
  role: { type: 'string' },
  name: { type: 'string' },
  project: { type: 'string', multiple: true },
  'expires-at': { type: 'string' },
  'overlap-seconds': { type: 'string' },
} as const;

/** Writes a result: its text for people, or its value as JSON. */
type Print = (text: string, value: unknown) => void;

/** Runs the command after `sibyl`. It prints a new secret alone, so that a script can read it. */
export async function runCommand(
  words: string[],
  config: Config,
  print: Print,
  remote?: { url: string; key: string | undefined },
): Promise<void> {
  const asked = readWords(words);
  await using admin = remote ? askService(remote.url, remote.key) : await openKeyAdmin(config);
  await runVerb(admin, asked, print);
}

async function runVerb(admin: KeyAdmin, { verb, name, values }: ReturnType<typeof readWords>, print: Print) {
  if (verb === 'create') {
    const created = await admin.create(creationOf(values));
    return print(created.secret, created);
  }
  if (verb === 'list') {
    const keys = await admin.list();
    return print(keys.map(lineOf).join('\n'), keys);
  }
  if (name === undefined) throw new UsageError(`Name the key.\n${keysUsage}`);
  if (verb === 'revoke') {
    await admin.revoke(name);
    return print(`Key ${name} is revoked.`, { revoked: name });
  }
  const rotated = await admin.rotate(name, secondsOf(values['overlap-seconds']));
  print(rotated.secret, rotated);
}

function readWords(words: string[]) {
  const { positionals, values } = parseWords(words);
  const [topic, verb, name, ...rest] = positionals;
  if (topic !== 'keys' || !isVerb(verb) || rest.length > 0) throw new UsageError(keysUsage);
  return { verb, name, values };
}

function parseWords(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n${keysUsage}`);
  }
}

function isVerb(word: string | undefined): word is 'create' | 'list' | 'rotate' | 'revoke' {
  return ['create', 'list', 'rotate', 'revoke'].includes(word ?? '');
}

type Values = ReturnType<typeof readWords>['values'];

function creationOf({ role, name, project, 'expires-at': expiresAt }: Values) {
  if (!isRole(role)) throw new UsageError(`--role must be one of ${roles.join(', ')}.\n${keysUsage}`);
  return { name: name ?? role, role, projects: project ?? null, expires_at: expiresAt ?? null };
}

function isRole(word: string | undefined): word is Role {
  return roles.some((role) => role === word);
}

function secondsOf(text = '0'): number {
  if (!/^\d{1,7}$/.test(text)) throw new UsageError(`--overlap-seconds must be a whole number.\n${keysUsage}`);
  return Number(text);
}

function lineOf({ id, name, role, projects, expires_at, last_used_at }: KeyRecord): string {
  const where = projects === null ? 'all projects' : projects.join(',') || 'no project';
  return [id, name, role, where, `expires ${expires_at ?? 'never'}`, `used ${last_used_at ?? 'never'}`].join('  ');
}
