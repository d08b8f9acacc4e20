import { parseArgs } from 'node:util';
import { type Role, roles } from '../../caller.ts';
import { command } from '../../release.ts';
import type { KeyAdmin } from './key-admin.ts';
import type { KeyRecord, KeyWithSecret } from './schemas.ts';

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

/** Runs the command after `sibyl keys`; returns what people and what programs read. The text of a new secret is the secret alone, so that a script can read it. */
export async function runKeysCommand(words: string[], open: () => Promise<KeyAdmin>) {
  const { verb, name, values } = readWords(words);
  await using admin = await open();
  if (verb === 'create') return secretOf(await admin.create(creationOf(values)));
  if (verb === 'list') {
    const keys = await admin.list();
    return { text: keys.map(lineOf).join('\n'), value: keys };
  }
  if (name === undefined) throw new UsageError(`Name the key.\n${keysUsage}`);
  if (verb === 'rotate') return secretOf(await admin.rotate(name, secondsOf(values['overlap-seconds'])));
  await admin.revoke(name);
  return { text: `Key ${name} is revoked.`, value: { revoked: name } };
}

function secretOf(key: KeyWithSecret) {
  return { text: key.secret, value: key };
}

function readWords(words: string[]) {
  const { positionals, values } = parseWords(words);
  const [verb, name, ...rest] = positionals;
  if (!isVerb(verb) || rest.length > 0) throw new UsageError(keysUsage);
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
