import { type Command, Option } from 'commander';
import type { ProjectHandle } from '../../../sdk/src/index.ts';
import { examplesOf, readNumber } from './command-help.ts';
import { grow, showErrors, tellTruths, writeReport } from './monitor.ts';
import { challenger, monitor, retrain, schedule, showSample } from './steer-model.ts';

type Within = (use: (project: ProjectHandle, options: { json?: boolean }) => Promise<void>) => Promise<void>;

const policy = () =>
  new Option('--policy <which>', 'which retrained version becomes active').choices(['always', 'better', 'ask']);

/** Adds the commands for models in use: monitoring, actual values, retraining. */
export function addModelCare(program: Command, within: Within): void {
  addMonitoring(program, within);
  addRetraining(program, within);
  program
    .command('report')
    .description('write a report of a model as an HTML page, for review and sign-off')
    .argument('<model>', 'name of the model; .N behind it picks version N')
    .option('-o, --output <file>', 'output file (default: standard output)')
    .addHelpText('after', examplesOf('report homes -o homes.html', 'report homes --json > homes.json'))
    .action((model, options) => within((project, { json }) => writeReport(project.model(model), { ...options, json })));
}

function addMonitoring(program: Command, within: Within): void {
  program
    .command('monitor')
    .description(
      'show inputs, predictions and actual values of a monitored model by window, or turn monitoring on or off',
    )
    .argument('<model>')
    .argument('[on|off]')
    .addOption(new Option('--window <length>', 'length of a window').choices(['hour', 'day']))
    .option('--id-column <column>', 'the column that identifies the row of an actual value; an empty text for none')
    .option('--exclude <columns...>', 'columns whose cells are never kept, such as personal data')
    .option('--sample-rows <count>', 'rows to keep per window, as they were sent', readNumber)
    .option('--shadow', 'let a waiting version predict sampled rows in the background')
    .addHelpText('after', examplesOf('monitor homes', 'monitor homes on --exclude email', 'monitor homes off'))
    .action((model, turn, options) =>
      within((project, { json }) => monitor(project.model(model), turn, { ...options, ...(json && { json }) })),
    );
  program
    .command('sample')
    .description('show rows that a monitored model predicted, the latest window first')
    .argument('<model>')
    .addHelpText('after', examplesOf('sample homes', 'sample homes --json'))
    .action((model) => within((project, { json }) => showSample(project.model(model), json)));
  program
    .command('errors')
    .description('show for which rows a monitored model has larger errors than elsewhere, or than before')
    .argument('<model>')
    .addHelpText('after', examplesOf('errors homes', 'errors homes --json'))
    .action((model) => within((project, { json }) => showErrors(project.model(model), json)));
  program
    .command('truths')
    .description(
      'send actual values to a monitored model: rows with the target and either their ID (and predicted_at, such as 2026-01, if needed) or their inputs',
    )
    .argument('<model>')
    .argument('<file>', 'a JSON list or NDJSON; - for standard input')
    .addHelpText('after', examplesOf('truths homes sold.ndjson'))
    .action((model, file) => within((project, { json }) => tellTruths(project.model(model), file, json)));
}

function addRetraining(program: Command, within: Within): void {
  program
    .command('retrain')
    .description('train a new version on the current rows of the source')
    .argument('<model>')
    .addOption(policy())
    .addHelpText('after', examplesOf('retrain homes', 'retrain homes --policy ask'))
    .action((model, options) =>
      within((project, { json }) => retrain(project.model(model), { ...options, ...(json && { json }) })),
    );
  program
    .command('grow')
    .description('fit the active version to the current rows of its source, without a new search')
    .argument('<model>')
    .addHelpText('after', examplesOf('grow homes'))
    .action((model) => within((project, { json }) => grow(project.model(model), json)));
  program
    .command('schedule')
    .description('set when a model is retrained automatically, and which version becomes active')
    .argument('<model>')
    .option('--cron <fields>', 'five fields of cron, such as "0 3 * * *"')
    .option('--time-zone <zone>', 'time zone of --cron (default: UTC)')
    .option('--after-rows <count>', 'after this many new rows in the table', readNumber)
    .option('--on-alarm', 'when an alarm is raised')
    .option('--never', 'not any more')
    .addOption(policy())
    .addHelpText('after', examplesOf('schedule homes', 'schedule homes --after-rows 5000 --policy better'))
    .action((model, options) =>
      within((project, { json }) => schedule(project.model(model), { ...options, ...(json && { json }) })),
    );
  program
    .command('challenger')
    .description('compare the last retrained version with the active one, and accept or reject it')
    .argument('<model>')
    .argument('[accept|reject]')
    .addHelpText('after', examplesOf('challenger homes', 'challenger homes accept'))
    .action((model, verdict) => within((project, { json }) => challenger(project.model(model), verdict, json)));
}
