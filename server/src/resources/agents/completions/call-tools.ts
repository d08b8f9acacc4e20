import type { LanguageModelV4ToolCall, LanguageModelV4ToolResultPart } from '@ai-sdk/provider';
import { limitOf, ServiceError } from '../../../errors.ts';
import type { Telemetry } from '../../../platform/telemetry/telemetry.ts';
import { boundExceeded, inputBounds } from '../../skills/foreign/bounds.ts';
import type { Citation, Tool, ToolResult, ToolRun, Toolset } from '../../skills/toolset.ts';
import type { AtOnce } from './call-turns.ts';
import { type EmitCompletionEvent, faultOf } from './events.ts';
import type { StepFault, ToolStep } from './schemas.ts';
import { markAsData } from './tool-data.ts';
import { watchTool } from './watch.ts';

/** The tools of all skills by name, each with its skill. */
export type Toolbox = ReadonlyMap<string, { tool: Tool; skill: string; type: string }>;

export function packToolbox(toolsets: readonly Toolset[]): Toolbox {
  return new Map(
    toolsets.flatMap(({ skill, type, tools }) => tools.map((tool) => [tool.name, { tool, skill, type }] as const)),
  );
}

export interface ToolOutcome {
  step: ToolStep;
  citations: Citation[];
  part: LanguageModelV4ToolResultPart;
  /** Whether the language model called wrongly: not where others had taken the steps that the call needed. */
  isWrong: boolean;
}

interface Surroundings {
  toolbox: Toolbox;
  run: ToolRun;
  /** Bounds how many calls run at once. */
  atOnce: AtOnce;
  emit: EmitCompletionEvent;
  telemetry: Telemetry;
  /** Receives errors that no tool should throw. */
  onUnexpected: (error: unknown, tool: string) => void;
}

/**
 * Runs the calls of one step, some at once. It never rejects: failures are returned to the language model, and so is the
 * refusal of the last call where there are calls beyond the limit.
 */
export function callTools(
  calls: LanguageModelV4ToolCall[],
  surroundings: Surroundings,
  beyond = 0,
): Promise<ToolOutcome[]> {
  const most = beyond > 0 ? calls.length - 1 : calls.length;
  const refusal = beyond > 0 ? refusalOf(most, beyond) : undefined;
  return Promise.all(
    calls.map((call, at) => surroundings.atOnce(() => callTool(call, surroundings, at >= most ? refusal : undefined))),
  );
}

/** The code of the fault of calls that were not run. */
export const tooManyCalls = 'too_many_calls';

function refusalOf(most: number, beyond: number): StepFault {
  const others = beyond > 1 ? ` and the ${beyond - 1} after it were` : ' was';
  const detail = `This call${others} not run: at most ${most} calls are run in one step. Ask again for what is still needed.`;
  return { code: tooManyCalls, detail };
}

async function callTool(
  call: LanguageModelV4ToolCall,
  surroundings: Surroundings,
  refusal: StepFault | undefined,
): Promise<ToolOutcome> {
  const { toolCallId: id, toolName: name } = call;
  const { toolbox, emit } = surroundings;
  const started = Date.now();
  const input = readInput(call.input);
  emit({ type: 'tool_call', id, name, input: input.value });
  const {
    result,
    fault,
    isOutOfSteps = false,
  }: Ran = refusal ? { fault: refusal } : await runTool(call, input, surroundings);
  const part = { type: 'tool-result' as const, toolCallId: id, toolName: name, output: outputOf(result, fault) };
  const milliseconds = Date.now() - started;
  const step: ToolStep = {
    kind: 'tool',
    started_at: new Date(started).toISOString(),
    milliseconds,
    id,
    name,
    skill: toolbox.get(name)?.skill ?? null,
    input: input.value,
    output: result?.content ?? null,
    ...(result?.details ? { details: result.details } : {}),
    ...(fault ? { error: fault } : {}),
  };
  emit({ type: 'tool_result', id, name, output: step.output, milliseconds, ...(fault ? { error: fault } : {}) });
  return { step, citations: result?.citations ?? [], part, isWrong: fault !== undefined && !isOutOfSteps };
}

interface ReadInput {
  /** The start of the text, where there is a fault. */
  value: unknown;
  fault?: StepFault;
}

const longestShown = 10_000;

/** Parses the arguments of a call: language models write them as text, which is not always JSON. */
export function readInput(text: string): ReadInput {
  if (text.length > inputBounds.characters)
    return tooLarge(text, `must have at most ${inputBounds.characters} characters`);
  try {
    const value: unknown = text.trim() === '' ? {} : JSON.parse(text);
    const excess = boundExceeded(value, inputBounds);
    return excess ? tooLarge(text, excess) : { value };
  } catch {
    const detail = 'The arguments are not valid JSON; send an object.';
    return { value: text.slice(0, longestShown), fault: { code: 'invalid_json', detail } };
  }
}

function tooLarge(text: string, excess: string): ReadInput {
  return { value: text.slice(0, longestShown), fault: { code: 'too_long', detail: `The arguments ${excess}.` } };
}

interface Ran {
  result?: ToolResult;
  fault?: StepFault;
  isOutOfSteps?: boolean;
}

async function runTool(
  { toolCallId: id, toolName }: LanguageModelV4ToolCall,
  input: ReadInput,
  { toolbox, run, telemetry, onUnexpected }: Surroundings,
): Promise<Ran> {
  const known = toolbox.get(toolName);
  if (!known) return { fault: unknownTool(toolName, toolbox) };
  if (input.fault) return { fault: input.fault };
  try {
    run.signal.throwIfAborted();
    const called = { id, name: toolName, skillType: known.type };
    const result = await watchTool(telemetry, called, () => known.tool.execute(input.value, run));
    JSON.stringify(result.content); // throws here for what JSON cannot express, instead of at the provider
    return { result };
  } catch (error) {
    if (run.signal.aborted) return { fault: { code: 'time_limit', detail: 'The time for tools is up.' } };
    // Where a database is that is down is told in the log alone
    if (error instanceof ServiceError && error.code === 'connection_failed')
      onUnexpected(error.cause ?? error, toolName);
    if (error instanceof ServiceError)
      return { fault: faultOf(error), isOutOfSteps: limitOf(error)?.name === 'completion_steps' };
    onUnexpected(error, toolName);
    return { fault: { code: 'internal', detail: 'The tool failed.' } };
  }
}

function unknownTool(name: string, toolbox: Toolbox): StepFault {
  const known = [...toolbox.keys()].join(', ') || 'none';
  return { code: 'unknown_tool', detail: `There is no tool ${name.slice(0, 100)}; there are: ${known}.` };
}

function outputOf(
  result: ToolResult | undefined,
  fault: StepFault | undefined,
): LanguageModelV4ToolResultPart['output'] {
  if (result !== undefined) return markAsData(result.content);
  return { type: 'error-text', value: `${fault?.code}: ${fault?.detail}` };
}
