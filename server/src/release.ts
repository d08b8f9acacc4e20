import { homedir } from 'node:os';
import { join, sep } from 'node:path';

export const version = '0.1.0';

/** Whether the service runs from a package that npm installed, and not from a clone. */
const isPackage = import.meta.dirname.split(sep).includes('node_modules');

/** How a user calls the command line, in messages. */
export const command = isPackage ? 'npx sibyl' : 'npm run sibyl --';
export const startCommand = isPackage ? 'npx sibyl serve' : 'npm start';

/** Where data is without a setting: in a clone beside the sources; else where the system keeps data of its user. */
export function defaultDataDirectory(environment = process.env, platform = process.platform): string {
  return isPackage ? userDataDirectory(environment, platform) : './.sibyl';
}

export function userDataDirectory(
  { XDG_DATA_HOME, LOCALAPPDATA }: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): string {
  if (platform === 'win32') return join(LOCALAPPDATA ?? join(homedir(), 'AppData/Local'), 'sibyl');
  if (platform === 'darwin') return join(homedir(), 'Library/Application Support/sibyl');
  // The specification of XDG: a path that is not absolute does not count.
  return join(XDG_DATA_HOME?.startsWith('/') ? XDG_DATA_HOME : join(homedir(), '.local/share'), 'sibyl');
}
