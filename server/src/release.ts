import { homedir } from 'node:os';
import { join, sep } from 'node:path';

export const version = '0.1.0';

/** Whether the service runs from an installed package instead of a clone. */
const isPackage = import.meta.dirname.split(sep).includes('node_modules');

/** How users call the command line, for messages. Without `-s` npm writes lines of its own into redirected output. */
export const command = isPackage ? 'npx sibyl' : 'npm run -s sibyl --';
export const startCommand = isPackage ? 'npx sibyl serve' : 'npm start';

/** Returns the default data directory: beside the sources in a clone, otherwise the system's place for user data. */
export function defaultDataDirectory(environment = process.env, platform = process.platform): string {
  return isPackage ? userDataDirectory(environment, platform) : './.sibyl';
}

export function userDataDirectory(
  { XDG_DATA_HOME, LOCALAPPDATA }: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): string {
  if (platform === 'win32') return join(LOCALAPPDATA ?? join(homedir(), 'AppData/Local'), 'sibyl');
  if (platform === 'darwin') return join(homedir(), 'Library/Application Support/sibyl');
  // By the XDG specification, a relative path is ignored.
  return join(XDG_DATA_HOME?.startsWith('/') ? XDG_DATA_HOME : join(homedir(), '.local/share'), 'sibyl');
}
