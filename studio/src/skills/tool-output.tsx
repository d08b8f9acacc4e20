import { Code, Stack, Table, Text } from '@mantine/core';
import { BoundsBar } from '../models/bounds-bar.tsx';
import { inWords } from '../models/value.ts';
import { cell, figure, percent } from '../shared/format.ts';
import { Scroll } from '../shared/scroll.tsx';
import { words } from '../words/skills.ts';

const shown = 50;
const mostCharacters = 4000;

/** What a tool answered, by its kind: rows, passages with their sources, predictions with their bounds, other content. */
export function ToolOutput({ output: answered }: { output: unknown }) {
  const output = unpacked(answered);
  if (isFailure(output)) return <Failure error={output.error} />;
  const rows = rowsOf(output);
  if (rows) return <Rows {...rows} />;
  if (isPassages(output)) return <Passages passages={output.passages} />;
  if (isForecast(output)) return <Forecast forecast={output.forecast} />;
  if (isPrediction(output)) return <Prediction prediction={output} />;
  const text = typeof output === 'string' ? output : (JSON.stringify(output, null, 2) ?? '');
  return (
    <Scroll label={words.result} tall>
      <Code block>{text.slice(0, mostCharacters)}</Code>
    </Scroll>
  );
}

type Cells = Record<string, unknown>;
interface RowsOutput {
  columns: string[];
  rows: unknown[][];
}
interface Passage {
  source: string;
  title?: string;
  heading?: string;
  text: string;
}
interface PredictionOutput {
  target: string;
  prediction: unknown;
  lower_bound: unknown;
  upper_bound: unknown;
  confidence: unknown;
  note?: string;
}

const has = (output: unknown, ...keys: string[]): output is Cells =>
  typeof output === 'object' && output !== null && keys.every((key) => key in output);
const isPassages = (output: unknown): output is { passages: Passage[] } =>
  has(output, 'passages') &&
  Array.isArray(output.passages) &&
  output.passages.every((passage) => has(passage, 'source', 'text') && typeof passage.text === 'string');
const isForecast = (output: unknown): output is { forecast: Cells[] } =>
  has(output, 'forecast') && Array.isArray(output.forecast) && output.forecast.every((row) => has(row));
const isPrediction = (output: unknown): output is PredictionOutput => has(output, 'target', 'prediction');

const isFailure = (output: unknown): output is { error: string } =>
  has(output, 'error') && typeof output.error === 'string' && Object.keys(output).length === 1;

/** Foreign tools answer JSON as text, and rows under a name of their own. */
function unpacked(output: unknown): unknown {
  const read = typeof output === 'string' && /^\s*[[{]/.test(output) ? parsed(output) : output;
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return read;
  const values = Object.values(read);
  const isList = values.length === 1 && Array.isArray(values[0]) && values[0].every((row) => has(row));
  return isList && !isPassages(read) && !isForecast(read) ? values[0] : read;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Foreign tools answer rows in many shapes: as lists below their columns, as objects, and those alone. */
function rowsOf(output: unknown): RowsOutput | undefined {
  const { rows, columns } = (Array.isArray(output) ? { rows: output } : (output ?? {})) as {
    rows?: unknown;
    columns?: unknown;
  };
  if (!Array.isArray(rows)) return undefined;
  const named = Array.isArray(columns)
    ? columns.map((column) => String(has(column, 'name') ? column.name : column))
    : [];
  if (named.length > 0 && rows.every((row) => Array.isArray(row))) return { columns: named, rows };
  if (rows.length === 0 || !rows.every((row) => has(row) && !Array.isArray(row))) return undefined;
  const names = named.length > 0 ? named : [...new Set(rows.slice(0, shown).flatMap((row) => Object.keys(row)))];
  return { columns: names, rows: rows.map((row) => names.map((name) => row[name])) };
}

function Failure({ error }: { error: string }) {
  return (
    <Text size="sm" c="red" className="anywhere">
      {words.failed} {error}
    </Text>
  );
}

function Rows({ columns, rows }: RowsOutput) {
  return (
    <Scroll label={words.result} tall>
      <Table verticalSpacing={2} fz="xs">
        <Table.Thead>
          <Table.Tr>
            {columns.map((name, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
              <Table.Th key={place}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, shown).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer have no name and stay in order
            <Table.Tr key={index}>
              {row.map((value, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
                <Table.Td key={place} className={typeof value === 'number' ? 'number' : undefined}>
                  {cell(value)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scroll>
  );
}

function Passages({ passages }: { passages: Passage[] }) {
  if (passages.length === 0) return <Text size="sm">{words.noPassages}</Text>;
  return (
    <Stack gap="xs">
      {passages.map(({ source, heading, text }) => (
        <blockquote key={source + text} className="passage">
          <Text size="xs" c="dimmed" className="anywhere">
            {source} {heading && `· ${heading}`}
          </Text>
          <Text size="sm" className="anywhere" dir="auto">
            {text}
          </Text>
        </blockquote>
      ))}
    </Stack>
  );
}

function Prediction({ prediction }: { prediction: PredictionOutput }) {
  const { target, prediction: value, lower_bound: low, upper_bound: high, confidence, note } = prediction;
  const isNumber = typeof value === 'number';
  return (
    <Stack gap={4}>
      <Text fw={600} className="anywhere">
        {target}: {isNumber ? figure(value, 5) : inWords(value)}
      </Text>
      {isNumber && typeof low === 'number' && typeof high === 'number' && (
        <>
          <BoundsBar value={value} low={low} high={high} />
          <Text size="sm">{words.between(figure(low, 5), figure(high, 5))}</Text>
        </>
      )}
      {!isNumber && typeof confidence === 'number' && <Text size="sm">{words.sure(percent(confidence))}</Text>}
      {note && <Text size="sm">{note}</Text>}
    </Stack>
  );
}

/** A forecast is a row for each time. */
function Forecast({ forecast }: { forecast: Cells[] }) {
  const told = forecast.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => typeof value !== 'object' || value === null)),
  );
  const columns = Object.keys(told[0] ?? {});
  return <Rows columns={columns} rows={told.map((row) => columns.map((name) => row[name]))} />;
}
