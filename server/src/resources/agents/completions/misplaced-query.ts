import type { LanguageModelV4ToolCall } from '@ai-sdk/provider';
import { readInput, type Toolbox } from './call-tools.ts';

const query = /^\s*(?:select|with)\b[\s\S]*\bfrom\b/i;
/** Types of skills whose tools read no SQL but that of the query tool. */
const ownTypes: ReadonlySet<string> = new Set(['sql', 'knowledge']);

/**
 * Returns the call as it was meant: small models pass SQL to the search of documents or values. Done only where one tool
 * alone takes SQL.
 */
export function placeQuery(call: LanguageModelV4ToolCall, toolbox: Toolbox): LanguageModelV4ToolCall {
  const [only, ...others] = [...toolbox.values()].filter(({ tool }) => tool.fence === 'sql');
  const called = toolbox.get(call.toolName);
  if (!only || others.length > 0 || !called || called.tool.fence === 'sql' || !ownTypes.has(called.type)) return call;
  const { value } = readInput(call.input);
  const given = typeof value === 'object' && value !== null ? Object.values(value) : [];
  const sql = given.find((one): one is string => typeof one === 'string' && query.test(one));
  return sql === undefined ? call : { ...call, toolName: only.tool.name, input: JSON.stringify({ sql }) };
}
