import { readConfig } from './config.ts';
import { runCommand } from './keys/command.ts';

async function run(): Promise<void> {
  await runCommand(process.argv.slice(2), readConfig(process.env), console.log);
}

/** What goes wrong is its user's to mend, and said in a sentence. */
run().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
