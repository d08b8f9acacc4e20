import { decodeJson, type Json } from '../../../platform/db/json.ts';
import type { Step } from './schemas.ts';

/** A call of a tool in an earlier answer, in short form. */
export interface PastCall {
  tool: string;
  input: unknown;
  output: unknown;
}

const mostRows = 5;
const mostCharacters = 1000;

/** The calls of an answer that a follow-up may lean on: those that succeeded, with the beginning of what they gave. */
export function pastCallsOf(steps: readonly Json[]): PastCall[] {
  return steps
    .map((step) => decodeJson<Step>(step))
    .flatMap((step) =>
      step.kind === 'tool' && step.error === undefined && step.output !== null
        ? [{ tool: step.name, input: step.input, output: shorten(step.output) }]
        : [],
    );
}

/** The first rows of a query; of anything else the first characters. */
function shorten(output: unknown): unknown {
  if (!hasRows(output)) return cut(output);
  const { rows } = output;
  const kept = rows.slice(0, mostRows).map(cut);
  return { ...output, rows: kept, ...(rows.length > mostRows ? { left_out: `${rows.length - mostRows} rows` } : {}) };
}

function hasRows(output: unknown): output is { rows: unknown[] } {
  return typeof output === 'object' && output !== null && 'rows' in output && Array.isArray(output.rows);
}

function cut(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'null';
  return text.length <= mostCharacters ? value : `${text.slice(0, mostCharacters)}… (cut, ${text.length} characters)`;
}
