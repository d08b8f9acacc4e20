import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const options = {
  json: { type: 'boolean' },
  sources: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
};

const help = `Usage: npm start [-- options]

Starts the service, which runs until it is stopped.

  --json         print the address as one line of JSON
  --sources      run from the sources, not from the bundle
  -v, --version  print the version
  -h, --help     print this help

Variables set it up, such as SIBYL_PORT=8080, SIBYL_HOST and SIBYL_DATA_DIR; docs/operations.md lists all.
Other commands (train, predict, keys, backup): npm run sibyl -- --help
`;

/** Reads the words after `npm start --`; prints and ends where they ask for something else than to start. */
export function readStartWords(words) {
  try {
    const { values } = parseArgs({ args: words, options });
    if (values.help) finish(help);
    if (values.version) finish(`${JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')).version}\n`);
    return values;
  } catch (error) {
    const [reason] = error.message.split('. ');
    console.error(`${reason.replace(/\.$/, '')}.\n\n${help}`);
    process.exit(2);
  }
}

function finish(text) {
  process.stdout.write(text);
  process.exit(0);
}
