import { parseArgs } from 'node:util';
import { type Config, ConfigError } from '../../config.ts';
import { command } from '../../release.ts';
import { namingFullDisks } from '../../unusable-folder.ts';
import { rotateMasterKey } from './rotate.ts';

export const rotateUsage = `A new master key, while no service runs; API keys go on working, and every secret is sealed anew:
  ${command} rotate-master-key                        where the key is the file master.key of SIBYL_DATA_DIR
  ${command} rotate-master-key --new-key-file PATH    where it is SIBYL_MASTER_KEY; PATH holds the next one, or is made
  … --forget-secrets                                  where the key is lost: API keys are dropped, secrets are entered again`;

export async function runRotateCommand(words: string[], config: Config) {
  const { newKeyFile, forgetsSecrets } = readWords(words);
  const places = [`SIBYL_DATA_DIR=${config.dataDirectory}`, newKeyFile ?? []].flat();
  const rotation = await namingFullDisks(places, rotateMasterKey(config, { newKeyFile, forgetsSecrets }));
  const { secrets, unreadable, advice } = rotation;
  const lost = forgetsSecrets ? 'API keys were dropped, and secrets must be entered again.' : '';
  const left = unreadable === 0 ? '' : `${unreadable} were sealed under another key before and stay unreadable.`;
  const text = [`The master key is a new one; ${secrets} secrets are sealed under it.`, left, lost, advice];
  return { text: text.filter((sentence) => sentence !== '').join('\n'), value: rotation };
}

function readWords(words: string[]) {
  try {
    const options = { 'new-key-file': { type: 'string' }, 'forget-secrets': { type: 'boolean' } } as const;
    const { values } = parseArgs({ args: words, options });
    return { newKeyFile: values['new-key-file'], forgetsSecrets: values['forget-secrets'] === true };
  } catch (error) {
    throw new ConfigError(`${error instanceof Error ? error.message : error}\n${rotateUsage}`);
  }
}
