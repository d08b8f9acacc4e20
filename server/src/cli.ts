import { readConfig } from './config.ts';
import { command, version } from './release.ts';
import { keysUsage, runCommand } from './resources/keys/command.ts';

async function run([topic, ...words]: string[]): Promise<void> {
  if (topic === '--version') return console.log(version);
  if (topic === 'serve') return void (await import('./main.ts'));
  const config = readConfig(process.env);
  if (topic === 'keys') return runCommand([topic, ...words], config, console.log);
  const backup = await import('./operations/backup/command.ts');
  if (topic === 'backup') return backup.runBackupCommand(words, config, console.log);
  if (topic === 'restore') return backup.runRestoreCommand(words, config, console.log);
  throw new Error(`The service: ${command} serve\n${keysUsage}\n${backup.backupUsage}`);
}

/** Shows only the message: every failure here is one that the user can fix. */
run(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
