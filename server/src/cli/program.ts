import tab from '@bomb.sh/tab/commander';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { ProjectHandle } from '../../../sdk/src/index.ts';
import { backupUsage, runBackupCommand, runRestoreCommand } from '../operations/backup/command.ts';
import { runMigrateCommand } from '../operations/migration/command.ts';
import { version } from '../release.ts';
import { keysUsage, runCommand } from '../resources/keys/command.ts';
import { ask } from './ask.ts';
import { CommandError } from './files.ts';
import { showModels, showTables } from './lists.ts';
import { migrate } from './migrate.ts';
import { openService, readServiceConfig, type Where } from './open-service.ts';
import { predict } from './predict.ts';
import { printJson } from './print.ts';
import { train } from './train.ts';

interface Common extends Where {
  project: string;
  json?: boolean;
}

/** Creates the command `sibyl` with all its subcommands. */
export function createProgram(): Command {
  const program = new Command('sibyl')
    .description('Models, predictions and answers from your own tables.')
    .option(
      '--url <address>',
      'a running service (or SIBYL_URL); without it the service of this folder, or one that ends with the command',
    )
    .option('--key <secret>', 'its key (or SIBYL_API_KEY)')
    .option('--project <name>', 'project', 'default')
    .option('--json', 'print JSON')
    .version(version, '--version', 'print the version')
    .enablePositionalOptions()
    .showHelpAfterError('(see sibyl --help)')
    .addHelpText('after', examples);
  addServing(program);
  addWork(program);
  addOperations(program);
  addCommonOptions(program);
  tab(program, { completionCommandName: 'completion' });
  return program;
}

/** Lets the common options stand behind the command, too; `keys` has a `--project` of its own. */
function addCommonOptions(program: Command): void {
  const names = ['url', 'key', 'project', 'json'];
  const common = program.options.filter((option) => names.includes(option.attributeName()));
  for (const command of program.commands.filter((one) => one.name() !== 'serve'))
    for (const { flags, description } of common)
      if (!flags.startsWith('--project') || !operationNames.includes(command.name()))
        command.addOption(new Option(flags, description).hideHelp());
  program.hook('preAction', (_, command) => {
    for (const name of names) {
      const value = command.getOptionValue(name);
      if (value !== undefined) program.setOptionValue(name, value);
    }
  });
}

const operationNames = ['keys', 'backup', 'restore', 'migrate'];

const examples = `
Examples:
  sibyl train homes.csv --target price
  sibyl predict homes new-homes.csv > answers.csv
  sibyl ask "How many homes are in Oslo?"
  sibyl serve
  source <(sibyl completion bash)        # also zsh, fish`;

function addServing(program: Command): void {
  program
    .command('serve')
    .description('run the service until it is stopped; SIBYL_… variables set it up')
    .action(async () => void (await import('../main.ts')));
}

function addWork(program: Command): void {
  const within = (use: (project: ProjectHandle, options: Common) => Promise<void>) => useProject(program, use);
  program
    .command('train')
    .description('make a table of a file and a model of the table')
    .argument('<file>', 'CSV, TSV, JSON, NDJSON, Parquet or .xlsx, also gzipped')
    .requiredOption('-t, --target <column>', 'the column to predict')
    .option('-n, --name <name>', 'name of the table and the model; that of the file when absent')
    .option('--quick', 'a first look: few kinds of models are tried')
    .option('--time-budget <seconds>', 'longest search', readNumber)
    .option('--ignore <columns...>', 'columns that the model must not see')
    .option('--order-by <column>', 'makes a forecast: the column of times')
    .option('--group-by <columns...>', 'forecasts: the columns that identify the series')
    .option('--horizon <steps>', 'forecasts: steps to answer', readNumber)
    .addHelpText(
      'after',
      '\nExamples:\n  sibyl train homes.csv --target price\n  sibyl train sales.xlsx --target units --order-by month --group-by shop',
    )
    .action((file, options) => within((project, { json }) => train(project, file, { ...options, json })));
  program
    .command('predict')
    .description('predict the rows of a file, a table or a query')
    .argument('<model>', 'name of the model; .N behind it picks version N')
    .argument('[file]', 'rows as CSV, TSV, JSON, NDJSON, Parquet or .xlsx; - for CSV on the standard input')
    .option('-o, --output <file>', 'where the answer goes, in the format of its ending; else to the standard output')
    .addOption(
      new Option('-f, --format <format>', 'format of the answer').choices([
        'csv',
        'tsv',
        'ndjson',
        'json',
        'parquet',
        'xlsx',
      ]),
    )
    .option('--table <name>', 'predict a table of the service, of any size')
    .option('--sql <query>', 'predict what a query answers, of any size')
    .option('--into <name>', 'with --table or --sql: the table that the result becomes')
    .option('--replace', 'with --into: take the place of a table that is there')
    .option('--explain', 'add what each column contributes')
    .option('--quantile <share>', 'share of truths that the bounds hold; 0.9', readNumber)
    .option('--threshold <share>', 'two classes: answer the second from this probability on', readNumber)
    .option('--horizon <steps>', 'forecasts: steps to answer', readNumber)
    .option('--ignore-unknown', 'let pass columns that the model does not know')
    .addHelpText(
      'after',
      '\nExamples:\n  sibyl predict homes new.csv > answers.csv\n  sibyl predict homes new.xlsx -o answers.xlsx --explain\n  sibyl predict homes --table all_homes --into priced',
    )
    .action((model, file, options) =>
      within((project, { json }) => predict(project.model(model), file, { ...options, json })),
    );
  program
    .command('ask')
    .description('ask an agent; without one of the name, a new one reads all tables')
    .argument('<question...>')
    .option('-a, --agent <name>', 'agent', 'assistant')
    .action((words: string[], options) =>
      within((project, { json }) => ask(project, words.join(' '), { ...options, json })),
    );
  program
    .command('tables')
    .description('list tables, or the columns of one')
    .argument('[name]')
    .action((name) => within((project, { json }) => showTables(project, name, json)));
  program
    .command('models')
    .description('list models, or what one is worth')
    .argument('[name]')
    .action((name) => within((project, { json }) => showModels(project, name, json)));
}

function addOperations(program: Command): void {
  const config = () => readServiceConfig();
  const print = (text: string, value: unknown) =>
    program.opts<Common>().json ? printJson(value) : text !== '' && console.log(text);
  const operation = (name: string, description: string, usage: string, run: (words: string[]) => Promise<void>) =>
    program
      .command(name)
      .description(description)
      .argument('[words...]')
      .allowUnknownOption()
      .addHelpText('after', `\n${usage}`)
      .action((words: string[]) => run(words));
  operation('keys', 'create, list, rotate and revoke keys', keysUsage, (words) =>
    runCommand(['keys', ...words], config(), print, serviceOf(program.opts<Common>())),
  );
  operation('backup', 'write a backup of the data folder', backupUsage, (words) => {
    refuseAddress(program, 'backup');
    return runBackupCommand(words, config(), print);
  });
  operation('restore', 'restore a backup into an empty data folder', backupUsage, (words) => {
    refuseAddress(program, 'restore');
    return runRestoreCommand(words, config(), print);
  });
  program
    .command('migrate')
    .description('bring the records up to date with this version; serve does so by itself')
    .option('--from <folder>', 'move a data folder to SIBYL_DATABASE_URL and SIBYL_BLOBS_URL')
    .action(({ from }: { from?: string }) => {
      refuseAddress(program, 'migrate');
      return from === undefined ? migrate(config(), print) : runMigrateCommand(from, config(), print);
    });
}

function serviceOf({ url = process.env.SIBYL_URL, key = process.env.SIBYL_API_KEY }: Common) {
  return url ? { url, key } : undefined;
}

function refuseAddress(program: Command, command: string): void {
  if (program.opts<Common>().url === undefined) return;
  throw new CommandError(`${command} works on the data folder of this machine (SIBYL_DATA_DIR) and takes no --url.`);
}

async function useProject(
  program: Command,
  use: (project: ProjectHandle, options: Common) => Promise<void>,
): Promise<void> {
  const options = program.opts<Common>();
  await using service = await openService(options);
  await use(service.sibyl.project(options.project), options);
}

function readNumber(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('It must be a number.');
}
