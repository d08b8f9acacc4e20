import { decodeJson, type Json } from '../../../platform/db/json.ts';
import type { Step } from './schemas.ts';

/** A tool call of an earlier answer, shortened. */
export interface PastCall {
  tool: string;
  input: unknown;
  output: unknown;
}

const mostRows = 5;
const mostCharacters = 1000;

/** Returns the successful calls of an answer with the start of their results, for follow-up questions. */
export function pastCallsOf(steps: readonly Json[]): PastCall[] {
  return steps
    .map((step) => decodeJson<Step>(step))
    .flatMap((step) =>
      step.kind === 'tool' && step.error === undefined && step.output !== null
        ? [{ tool: step.name, input: step.input, output: shorten(step.output) }]
        : [],
    );
}

/** Returns the first rows of a query result, or the first characters of anything else. */
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
