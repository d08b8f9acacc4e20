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
    .description('write the report of a model for those who sign for it, as a page of HTML')
    .argument('<model>', 'name of the model; .N behind it picks version N')
    .option('-o, --output <file>', 'where it goes; else to the standard output')
    .addHelpText('after', examplesOf('report homes -o homes.html', 'report homes --json > homes.json'))
    .action((model, options) => within((project, { json }) => writeReport(project.model(model), { ...options, json })));
}

function addMonitoring(program: Command, within: Within): void {
  program
    .command('monitor')
    .description('inputs, predictions and actual values of a monitored model, by window; or turn monitoring on or off')
    .argument('<model>')
    .argument('[on|off]')
    .addOption(new Option('--window <length>', 'length of a window').choices(['hour', 'day']))
    .option('--id-column <column>', 'the column by which actual values name their row; an empty text for none')
    .option('--exclude <columns...>', 'columns whose cells are never kept, such as personal data')
    .option('--sample-rows <count>', 'rows of each window that are kept as they were sent', readNumber)
    .option('--shadow', 'a version that waits to be accepted predicts sampled rows too')
    .addHelpText('after', examplesOf('monitor homes', 'monitor homes on --exclude email', 'monitor homes off'))
    .action((model, turn, options) =>
      within((project, { json }) => monitor(project.model(model), turn, { ...options, ...(json && { json }) })),
    );
  program
    .command('sample')
    .description('rows that a monitored model predicted, as they were sent, the newest window first')
    .argument('<model>')
    .addHelpText('after', examplesOf('sample homes', 'sample homes --json'))
    .action((model) => within((project, { json }) => showSample(project.model(model), json)));
  program
    .command('errors')
    .description('in which rows the errors of a monitored model are larger than elsewhere, or than before')
    .argument('<model>')
    .addHelpText('after', examplesOf('errors homes', 'errors homes --json'))
    .action((model) => within((project, { json }) => showErrors(project.model(model), json)));
  program
    .command('truths')
    .description(
      'send a monitored model actual values: rows with the target, and their ID (perhaps with predicted_at, such as 2026-01) or their cells',
    )
    .argument('<model>')
    .argument('<file>', 'a list of JSON, or lines of JSON; - for the standard input')
    .addHelpText('after', examplesOf('truths homes sold.ndjson'))
    .action((model, file) => within((project, { json }) => tellTruths(project.model(model), file, json)));
}

function addRetraining(program: Command, within: Within): void {
  program
    .command('retrain')
    .description('train a new version on the rows that the source has now')
    .argument('<model>')
    .addOption(policy())
    .addHelpText('after', examplesOf('retrain homes', 'retrain homes --policy ask'))
    .action((model, options) =>
      within((project, { json }) => retrain(project.model(model), { ...options, ...(json && { json }) })),
    );
  program
    .command('grow')
    .description('fit the active version again on the rows that its source has now, without another search')
    .argument('<model>')
    .addHelpText('after', examplesOf('grow homes'))
    .action((model) => within((project, { json }) => grow(project.model(model), json)));
  program
    .command('schedule')
    .description('when a model is retrained by itself, and which version then becomes active')
    .argument('<model>')
    .option('--cron <fields>', 'five fields of cron, such as "0 3 * * *"')
    .option('--time-zone <zone>', 'of --cron; else UTC')
    .option('--after-rows <count>', 'after so many new rows of the table', readNumber)
    .option('--on-alarm', 'when an alarm is raised')
    .option('--never', 'not any more')
    .addOption(policy())
    .addHelpText('after', examplesOf('schedule homes', 'schedule homes --after-rows 5000 --policy better'))
    .action((model, options) =>
      within((project, { json }) => schedule(project.model(model), { ...options, ...(json && { json }) })),
    );
  program
    .command('challenger')
    .description('the last retrained version beside the active one; accept or reject it where it waits')
    .argument('<model>')
    .argument('[accept|reject]')
    .addHelpText('after', examplesOf('challenger homes', 'challenger homes accept'))
    .action((model, verdict) => within((project, { json }) => challenger(project.model(model), verdict, json)));
}
