import { differences, type KnownTable, type Row, send } from './ways.ts';

/** Tables with enough rows to train on, and few enough for one request. */
const [fewestRows, mostRows] = [20, 1000];

/** Returns the first numeric column as target; undefined when there is none, or too few or too many rows. */
function targetOf({ columns, rows }: KnownTable): string | undefined {
  if (rows.length < fewestRows || rows.length > mostRows) return undefined;
  const isNumeric = (type: string) => type === 'number' || type === 'integer';
  return columns.find(({ name, type }) => isNumeric(type) && new Set(rows.map((row) => row[name])).size > 9)?.name;
}

/**
 * Compares predictions for typed rows with those for text, `""` for null, and absent cells, and the columns of a model
 * trained on raw rows with those of the table. Returns undefined when nothing can be trained.
 */
export async function compareAnswers(
  models: string,
  name: string,
  table: KnownTable,
  raw: readonly Row[],
): Promise<string[][] | undefined> {
  const target = targetOf(table);
  if (target === undefined) return undefined;
  const trained = await trainModel(models, name, target, { table: name });
  const fromRows = await trainModel(models, `${name}-rows`, target, { rows: raw });
  const ask = async (rows: readonly Row[]) => {
    const asked = rows.map(({ [target]: _, ...row }) => row);
    const answers = (await send(`${trained}/predict`, JSON.stringify(asked))) as Row[];
    return answers.map((answer) => ({ [target]: answer[target], max: answer[`${target}_max`] }));
  };
  const typed = await ask(table.rows);
  const change = (rows: readonly Row[], missing: '' | undefined) =>
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, cell]) => [key, cell ?? missing])));
  const others = [raw, change(raw, ''), change(table.rows, undefined)];
  const found: string[][] = [];
  for (const rows of others) found.push(differences(typed, await ask(rows)));
  return [...found, differences(await readColumns(trained), await readColumns(fromRows))];
}

async function trainModel(models: string, name: string, target: string, from: object): Promise<string> {
  const body = JSON.stringify({ name, target, from, options: { effort: 'quick' } });
  await send(models, body);
  const url = `${models}/${name}`;
  for (;;) {
    const { status, error } = await read<{ status: string; error: string | null }>(url);
    if (status === 'complete') return url;
    if (status === 'failed') throw new Error(`${name} was not trained: ${error}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Returns how the model read each column. */
async function readColumns(model: string): Promise<Row[]> {
  const features = await read<Row[]>(`${model}/describe?attribute=features`);
  return features.map(({ column, type, role, encoder, missing, distinct }) => ({
    column,
    type,
    role,
    encoder,
    missing,
    distinct,
  }));
}

async function read<Answer>(url: string): Promise<Answer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}
