import { parseArgs } from 'node:util';
import { type Role, roles } from '../../caller.ts';
import type { Config } from '../../config.ts';
import { command } from '../../release.ts';
import { openKeyAdmin } from './key-admin.ts';
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

/** Runs the command after `sibyl`. It prints a new secret alone, so that a script can read it. */
export async function runCommand(words: string[], config: Config, print: (line: string) => void): Promise<void> {
  const { verb, name, values } = readWords(words);
  await using admin = await openKeyAdmin(config);
  if (verb === 'create') return print((await admin.create(creationOf(values))).secret);
  if (verb === 'list') return print((await admin.list()).map(lineOf).join('\n'));
  if (name === undefined) throw new UsageError(`Name the key.\n${keysUsage}`);
  // Awaited, because the key admin closes when this function returns.
  if (verb === 'revoke') return await admin.revoke(name);
  print((await admin.rotate(name, secondsOf(values['overlap-seconds']))).secret);
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
