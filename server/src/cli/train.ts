import { type Model, type ModelHandle, type ProjectHandle, SibylError } from '../../../sdk/src/index.ts';
import { command } from '../release.ts';
import { CommandError, nameOfFile, openFile } from './files.ts';
import { bar, note, ProgressLine, print, printJson, shortNumber } from './print.ts';

export interface TrainOptions {
  target: string;
  name?: string;
  quality?: 'fast' | 'balanced' | 'best';
  quick?: boolean;
  timeBudget?: number;
  ignore?: string[];
  positive?: string;
  orderBy?: string;
  groupBy?: string[];
  horizon?: number;
  aggregate?: string;
  knownInputs?: string[];
  holidays?: string;
  /** Whether a table of other columns, and a model of another target, give way. */
  replace?: boolean;
  json?: boolean;
}

/** Creates a table from a file and a model from the table; the same ones get new rows and a new version. */
export async function train(project: ProjectHandle, file: string, options: TrainOptions): Promise<void> {
  const name = options.name ?? nameOfFile(file);
  const content = await openFile(file);
  if (!options.replace) await refuseOthers(project, { file, content, name, target: options.target });
  const table = await project.tables.upload(name, content, { replace: true });
  note(`${file}: ${table.row_count} rows, ${table.columns.length} columns`);
  for (const { line, detail } of table.warnings)
    note(`  note${line === undefined ? '' : ` (line ${line})`}: ${detail}`);
  const model = await begin(project, name, options);
  const progress = new ProgressLine();
  const record = await model
    .waitUntilTrained({
      onProgress: ({ phase, fraction, eta_seconds }) => progress.show(phase, fraction, remaining(eta_seconds)),
    })
    .finally(() => progress.end());
  if (options.json) printJson(record);
  else await printModel(model, record);
}

/** Letters of a text that show its columns. */
const shown = 1 << 20;

/** Refuses what would take the place of another table or model that happens to have the name. */
async function refuseOthers(
  project: ProjectHandle,
  { file, content, name, target }: { file: string; content: Blob; name: string; target: string },
) {
  const way = `Use --replace to replace it, or --name to choose another name.`;
  const model = await found(project.model(name).get(), 'model_not_found');
  if (model && model.target !== target)
    throw new CommandError(`There is a model ${name}, which predicts ${model.target}, not ${target}. ${way}`);
  const table = await found(project.table(name).get(), 'table_not_found');
  if (!table) return;
  const isCut = content.size > shown && !/sheet|parquet/.test(content.type) && !/\.gz$/i.test(file);
  const part = isCut ? content.slice(0, shown, content.type) : content;
  const read = await project.tables.preview(part, isCut ? { cut: true } : {});
  const [old, own] = [table, read].map(({ columns }) => columns.map((column) => column.name));
  if (old.toSorted().join('\n') === own.toSorted().join('\n'))
    return note(`Table ${name} exists with the same columns: its ${table.row_count} rows are replaced.`);
  throw new CommandError(`There is a table ${name} with other columns (${old.slice(0, 5).join(', ')}). ${way}`);
}

/** Waits for a record; undefined where there is none. */
function found<Found>(record: Promise<Found>, code: string): Promise<Found | undefined> {
  return record.catch((error) => {
    if (error instanceof SibylError && error.code === code) return undefined;
    throw error;
  });
}

function remaining(seconds: number | null): string {
  return seconds === null ? '' : `, ${Math.ceil(seconds)} s left`;
}

async function begin(project: ProjectHandle, name: string, given: TrainOptions): Promise<ModelHandle> {
  const { target, quality, quick, timeBudget, ignore, positive } = given;
  const { orderBy, groupBy, horizon, aggregate, knownInputs, holidays } = given;
  const options = Object.fromEntries(
    Object.entries({
      quality: quality ?? (quick ? ('fast' as const) : undefined),
      time_budget_seconds: timeBudget,
      ignore,
      positive_class: positive,
      order_by: orderBy,
      group_by: groupBy,
      horizon,
      aggregate,
      known_inputs: knownInputs,
      holidays,
    }).filter(([, value]) => value !== undefined),
  );
  const model = project.model(name);
  const former = await found(model.get(), 'model_not_found');
  if (former?.target === target) await model.retrain({ from: { table: name }, options });
  else {
    if (former) {
      note(`Model ${name} predicted ${former.target}; the new one replaces it (use --name to keep both).`);
      await model.delete();
    }
    await project.models.create({ name, target, from: { table: name }, options });
  }
  return model;
}

type Elsewhere = NonNullable<Model['accuracies_elsewhere']>[number];

/** Says one figure for rows of another kind beside that for rows like those of the table. */
function sayElsewhere({ column, scheme, accuracies, standard_errors: errors }: Elsewhere, record: Model): string {
  const metric = record.headline?.metric ?? Object.keys(accuracies)[0];
  const rows =
    column === null
      ? 'rows without duplicates'
      : {
          group: `rows with a new ${column}`,
          forward: `later rows by ${column}`,
          random: `rows of known times by ${column}`,
        }[scheme];
  const usual = scheme === 'random' ? 'later rows' : 'rows like those of the table';
  const error = errors[metric] === undefined ? '' : ` ± ${shortNumber(errors[metric])}`;
  return `${metric} is ${shortNumber(record.accuracies?.[metric] ?? Number.NaN)} for ${usual}, and ${shortNumber(accuracies[metric])}${error} for ${rows}`;
}

function sayCost({ value, standard_error, usual }: NonNullable<Model['cost']>): string {
  const [own, error, likelier] = [value, standard_error, usual].map(shortNumber);
  return `errors cost ${own} ± ${error} per row; predicting the likelier class costs ${likelier}`;
}

/** Prints a model's accuracy, its most important columns, and warnings about its table. */
export async function printModel(model: ModelHandle, record: Model): Promise<void> {
  const { task, target, row_count, training_seconds } = record;
  print(
    `Model ${record.name} version ${record.version}: ${task} of ${target}, ${row_count} rows, ${shortNumber(training_seconds ?? 0)} s`,
  );
  print('\nPerformance on held-out rows');
  if (record.cost) print(`  ${sayCost(record.cost)}`);
  const accuracies = Object.entries(record.accuracies ?? {});
  const width = Math.max(0, ...accuracies.map(([metric]) => metric.length));
  for (const [metric, value] of accuracies) {
    const baseline = record.baseline?.[metric];
    const beside = baseline === undefined ? '' : `   baseline: ${shortNumber(baseline)}`;
    print(`  ${metric.padEnd(width)}  ${shortNumber(value).padStart(8)}${beside}`);
  }
  for (const one of record.accuracies_elsewhere ?? []) print(`  ${sayElsewhere(one, record)}`);
  await printImportances(model);
  await printIdentifiers(model);
  if (record.warnings?.length) print('\nWarnings');
  for (const warning of record.warnings ?? []) print(`  - ${warning}`);
  print(`\nNext: ${command} predict ${record.name} rows.csv > answers.csv`);
}

/** Columns that name or number the rows are said once: they are nowhere in the answers. */
async function printIdentifiers(model: ModelHandle): Promise<void> {
  const features = (await model.describe('features')) as { column: string; role: string }[];
  const names = features.filter(({ role }) => role === 'identifier').map(({ column }) => column);
  if (names.length > 0) print(`\nExcluded: ${names.join(', ')} (identifies the rows)`);
}

const mostImportances = 12;

async function printImportances(model: ModelHandle): Promise<void> {
  const rows = (await model.describe('importances')) as {
    column: string;
    importance: number;
    within_noise: boolean | null;
  }[];
  const beyond = rows.filter(({ importance, within_noise }) => importance > 0 && within_noise !== true);
  const shown = beyond.slice(0, mostImportances);
  if (shown.length === 0) return;
  print('\nFeature importance');
  const width = Math.max(...shown.map(({ column }) => column.length));
  for (const { column, importance } of shown)
    print(`  ${column.padEnd(width)}  ${bar(importance / shown[0].importance)} ${Math.round(importance * 100)} %`);
}
