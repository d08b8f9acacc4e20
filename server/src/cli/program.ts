import tab from '@bomb.sh/tab/commander';
import { aggregates } from '@sibyl/engine/request.ts';
import { Command, Option } from 'commander';
import type { ProjectHandle } from '../../../sdk/src/index.ts';
import { backupUsage, runBackupCommand, runRestoreCommand } from '../operations/backup/command.ts';
import { rotateUsage, runRotateCommand } from '../operations/master-key/command.ts';
import { runMigrateCommand } from '../operations/migration/command.ts';
import { version } from '../release.ts';
import { keysUsage, runKeysCommand } from '../resources/keys/command.ts';
import { openKeyAdmin } from '../resources/keys/key-admin.ts';
import { ask } from './ask.ts';
import { examplesOf, readNumber } from './command-help.ts';
import { compareModels, describeModel, setThreshold } from './describe.ts';
import { CommandError } from './files.ts';
import { showModels, showTables } from './lists.ts';
import { migrate } from './migrate.ts';
import { addModelCare } from './model-care.ts';
import { openService, readServiceConfig, remoteService, type Where } from './open-service.ts';
import { predict } from './predict.ts';
import { printResult, type Result } from './print.ts';
import { remoteKeys } from './remote-keys.ts';
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
      'a running service (or SIBYL_URL); without it, the service of this folder, or one that stops after the command',
    )
    .option('--key <secret>', 'its key (or SIBYL_API_KEY)')
    .option('--project <name>', 'project', 'default')
    .option('--json', 'print JSON')
    .version(version, '--version', 'print the version')
    .enablePositionalOptions()
    .showHelpAfterError('(see sibyl --help)')
    .addHelpText(
      'after',
      examplesOf(
        'train homes.csv --target price',
        'predict homes new-homes.csv > answers.csv',
        'ask "How many homes are in Oslo?"',
        'serve',
        'completion bash > ~/.sibyl-completion; source ~/.sibyl-completion    # also zsh, fish',
      ),
    );
  addServing(program);
  addWork(program);
  addOperations(program);
  addCommonOptions(program);
  tab(program, { completionCommandName: 'completion' });
  return program;
}

/** Commands that work on this machine alone. */
const local = ['serve', 'backup', 'restore', 'rotate-master-key', 'migrate'];

/** Lets the common options stand behind each command as well; `keys` has a `--project` of its own. */
function addCommonOptions(program: Command): void {
  const common = program.options.filter((option) => option.attributeName() !== 'version');
  for (const command of program.commands)
    for (const option of common) {
      const name = option.attributeName();
      if (command.name() === 'keys' && name === 'project') continue;
      const isUnused = local.includes(command.name()) && name !== 'json';
      command.addOption(new Option(option.flags, option.description).hideHelp(isUnused));
    }
  program.hook('preAction', (_, command) => {
    for (const name of common.map((option) => option.attributeName())) {
      const value = command.getOptionValue(name);
      if (value !== undefined) program.setOptionValueWithSource(name, value, 'cli');
      if (name !== 'json' && local.includes(command.name()) && program.getOptionValueSource(name) === 'cli')
        throw new CommandError(`${command.name()} works on this machine (see SIBYL_DATA_DIR) and takes no --${name}.`);
    }
  });
}

function addServing(program: Command): void {
  program
    .command('serve')
    .description('run the service until it is stopped; configured by SIBYL_… variables')
    .addHelpText('after', examplesOf('serve', 'serve --json     # the first line is the address, for programs'))
    .action(async () => void (await import('../main.ts')));
}

function addWork(program: Command): void {
  const within = (use: (project: ProjectHandle, options: Common) => Promise<void>) => useProject(program, use);
  program
    .command('train')
    .description('import a file as a table and train a model on it')
    .argument('<file>', 'CSV, TSV, JSON, NDJSON, Parquet or .xlsx, also gzipped')
    .requiredOption('-t, --target <column>', 'the column to predict')
    .option('-n, --name <name>', 'name of the table and the model (default: the name of the file)')
    .addOption(
      new Option('--quality <how>', 'fast: seconds; balanced: a minute (the default); best: minutes').choices([
        'fast',
        'balanced',
        'best',
      ]),
    )
    .option('--replace', 'replace a table with other columns, or a model of another target, that has this name')
    .option('--quick', 'old name of --quality fast')
    .option('--time-budget <seconds>', 'time limit of the search', readNumber)
    .option('--ignore <columns...>', 'columns to exclude')
    .option('--positive <class>', 'two classes: the positive class, for threshold and curves')
    .option('--order-by <column>', 'forecast: the time column')
    .option('--group-by <columns...>', 'forecasts: the series ID')
    .addOption(
      new Option('--aggregate <how>', 'forecasts: how rows of the same time are aggregated').choices([...aggregates]),
    )
    .option('--horizon <steps>', 'forecasts: the horizon, in steps', readNumber)
    .option('--known-inputs <columns...>', 'forecasts: columns whose future values are known, such as a price')
    .option('--holidays <region>', 'forecasts by day or hour: region of the public holidays, such as DE or US-CA')
    .addHelpText(
      'after',
      examplesOf('train homes.csv --target price', 'train sales.xlsx --target units --order-by month --group-by shop'),
    )
    .action((file, options) => within((project, { json }) => train(project, file, { ...options, json })));
  program
    .command('predict')
    .description('predict the rows of a file, a table or a query')
    .argument('<model>', 'name of the model; .N behind it picks version N')
    .argument('[file]', 'rows as CSV, TSV, JSON, NDJSON, Parquet or .xlsx; - for CSV on standard input')
    .option('-o, --output <file>', 'output file; its extension sets the format (default: standard output)')
    .addOption(
      new Option('-f, --format <format>', 'output format').choices(['csv', 'tsv', 'ndjson', 'json', 'parquet', 'xlsx']),
    )
    .option('--table <name>', 'predict a table of the service, of any size')
    .option('--sql <query>', 'predict the rows of a query, of any size')
    .option('--into <name>', 'with --table or --sql: store the result as this table')
    .option('--replace', 'with --into: replace an existing table')
    .option('--explain', 'add the contribution of each column')
    .option('--quantile <share>', 'level of the prediction interval (default: 0.9)', readNumber)
    .option('--threshold <share>', 'two classes: predict the second class from this probability', readNumber)
    .option('--horizon <steps>', 'forecasts: the horizon, in steps', readNumber)
    .option('--cumulative', 'forecasts: cumulative sums')
    .option('--history <file>', 'forecasts: rows since the training, as JSON or NDJSON; - for standard input')
    .option('--future <file>', 'forecasts: known inputs of future times, as JSON or NDJSON; - for standard input')
    .option('--ignore-unknown', 'ignore columns that the model does not know')
    .addHelpText(
      'after',
      examplesOf(
        'predict homes new.csv > answers.csv',
        'predict homes new.xlsx -o answers.xlsx --explain',
        'predict homes --table all_homes --into priced',
      ),
    )
    .action((model, file, options) =>
      within((project, { json }) => predict(project.model(model), file, { ...options, json })),
    );
  program
    .command('ask')
    .description('ask all tables and documents, some tables, or an agent')
    .argument('<question...>')
    .option('-a, --agent <name>', 'ask this agent; if there is none, create one that reads all tables')
    .option('-t, --table <name>', 'ask this table (may be repeated)', (name, all: string[] = []) => [...all, name])
    .addHelpText(
      'after',
      examplesOf(
        'ask "How many homes are in Oslo?"',
        'ask --table orders "Which month was best?"',
        'ask --agent desk "And in Bergen?" --json',
      ),
    )
    .action((words: string[], options) =>
      within((project, { json }) => ask(project, words.join(' '), { ...options, json })),
    );
  program
    .command('tables')
    .description('list tables, or the columns of one')
    .argument('[name]')
    .addHelpText('after', examplesOf('tables', 'tables homes', 'tables --json --url https://sibyl.example.com'))
    .action((name) => within((project, { json }) => showTables(project, name, json)));
  program
    .command('models')
    .description('list models, or show the performance of one')
    .argument('[name]')
    .addHelpText('after', examplesOf('models', 'models homes', 'models homes --json'))
    .action((name) => within((project, { json }) => showModels(project, name, json)));
  program
    .command('describe')
    .description('describe a model on held-out rows: roc, precision_recall, gains, classes, slices, backtest …')
    .argument('<model>', 'name of the model; .N behind it picks version N')
    .argument('[attribute]', 'one of those of the API', 'accuracies')
    .addHelpText(
      'after',
      examplesOf('describe homes importances', 'describe churn roc --json', 'describe sales backtest'),
    )
    .action((model, attribute) => within((project, { json }) => describeModel(project.model(model), attribute, json)));
  program
    .command('compare')
    .description('compare two models or versions on the same rows, which neither was trained on')
    .argument('<model>')
    .argument('<other>', 'name, name@2, or @2 for another version of the same model')
    .addHelpText('after', examplesOf('compare homes homes_by_area', 'compare homes @1 --json'))
    .action((model, other) => within((project, { json }) => compareModels(project.model(model), other, json)));
  program
    .command('threshold')
    .description('show or set the threshold of a model of two classes, with its metrics')
    .argument('<model>')
    .argument('[share]', 'the probability', readNumber)
    .option('--costs <class:missed:false>', 'the costs of errors, such as yes:20:1')
    .option('--usual', 'predict the likelier class again')
    .addHelpText('after', examplesOf('threshold churn', 'threshold churn 0.3', 'threshold churn --costs yes:20:1'))
    .action((model, share, options) =>
      within((project, { json }) => setThreshold(project.model(model), share, { ...options, json })),
    );
  addModelCare(program, within);
}

function addOperations(program: Command): void {
  const config = () => readServiceConfig();
  const operation = (name: string, description: string, usage: string, run: (words: string[]) => Promise<Result>) =>
    program
      .command(name)
      .description(description)
      .argument('[words...]')
      .allowUnknownOption()
      .addHelpText('after', `\n${usage}`)
      .action(async (words: string[]) => printResult(await run(words), program.opts<Common>()));
  operation('keys', 'create, list, rotate and revoke keys', keysUsage, (words) => {
    const service = remoteService(program.opts<Common>());
    return runKeysCommand(words, async () => (service ? remoteKeys(service) : openKeyAdmin(config())));
  });
  operation('backup', 'write a backup of the data folder', backupUsage, (words) => runBackupCommand(words, config()));
  operation('restore', 'restore a backup into an empty data folder', backupUsage, (words) =>
    runRestoreCommand(words, config()),
  );
  operation('rotate-master-key', 'replace the master key', rotateUsage, (words) => runRotateCommand(words, config()));
  program
    .command('migrate')
    .description('migrate the database to this version; serve does this automatically')
    .option(
      '--from <folder>',
      'move a data folder, or `sqlite` for SIBYL_DATA_DIR, to SIBYL_DATABASE_URL and SIBYL_BLOBS_URL',
    )
    .addHelpText('after', examplesOf('migrate', 'migrate --from sqlite', 'migrate --from /backup/.sibyl'))
    .action(async ({ from }: { from?: string }) =>
      printResult(await (from === undefined ? migrate(config()) : runMigrateCommand(from, config())), program.opts()),
    );
}

async function useProject(
  program: Command,
  use: (project: ProjectHandle, options: Common) => Promise<void>,
): Promise<void> {
  const options = program.opts<Common>();
  await using service = await openService(options);
  await use(service.sibyl.project(options.project), options);
}
