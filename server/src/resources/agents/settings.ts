import { invalidField, invalidInput } from '../../errors.ts';
import { escapePointer } from '../../http/reply/input-faults.ts';
import { nearestName } from '../../nearest-name.ts';
import { type ProviderName, providerNames } from '../../platform/language/providers.ts';
import { checkSettings } from '../../platform/language/settings.ts';
import type { Limits } from '../projects/limits.ts';
import { type AgentChange, type AnswerParams, answerParams, builtin, llamaCpp, type ModelFields } from './schemas.ts';

/** The settings of one version of an agent. The provider's API key is stored separately and is in no version. */
export interface AgentSettings {
  description: string;
  model: ModelSettings;
  prompt_template: string;
  params: AnswerParams;
  /** IDs, in the given order. */
  skills: string[];
}

export interface ModelSettings {
  provider: ProviderName | typeof builtin | typeof llamaCpp;
  model_name: string;
  base_url?: string;
  api_version?: string;
}

const builtinModel: ModelSettings = { provider: builtin, model_name: builtin };

export const emptySettings: AgentSettings = {
  description: '',
  model: builtinModel,
  prompt_template: '',
  params: {},
  skills: [],
};

/** A new key to store, `null` to delete the stored one, undefined to keep it. */
export type KeyChange = string | null | undefined;

type ModelInput = Pick<AgentChange, 'model' | 'provider' | 'model_name'>;

/** Returns the settings changed by a request, except for skills, and the change of the API key. */
export function changeSettings(
  current: AgentSettings,
  input: AgentChange,
  limits: CompletionLimits,
): { settings: AgentSettings; key: KeyChange } {
  const { description = current.description } = input;
  const { prompt_template: theirs, ...own } = input.params ?? {};
  const { prompt_template = templateOf(theirs) ?? current.prompt_template } = input;
  const { model, key } = changeModel(current.model, readModel(input));
  refuseBeyond(own, limits);
  const params = mergeParams(current.params, own);
  return { settings: { ...current, description, prompt_template, model, params }, key };
}

/** Existing clients write the instructions into the params. */
function templateOf(given: unknown): string | undefined {
  if (given === undefined || given === null) return undefined;
  if (typeof given === 'string' && given.length <= 100_000) return given;
  throw invalidField('/params/prompt_template', 'must be a text of at most 100,000 characters');
}

const mostParamsBytes = 32 * 1024;

/** Reads the model of a request in any of its spellings, which may come together; null means the builtin answerer. */
function readModel({ model, provider, model_name }: ModelInput): ModelFields | null {
  const flat = { provider, model_name };
  const isFlat = provider !== undefined || model_name !== undefined;
  if (model === undefined || (model === null && isFlat)) return flat;
  if (model === null) return null;
  if (typeof model !== 'string') return joinFlat(model, flat);
  // Beside a provider, existing clients write the bare name.
  const isBare = provider !== undefined && !model.startsWith(`${provider}/`) && model !== provider;
  return joinFlat(isBare && !namesProvider(model) ? { provider, model_name: model } : readModelText(model), flat);
}

function joinFlat(model: ModelFields, flat: Pick<ModelFields, 'provider' | 'model_name'>): ModelFields {
  for (const name of ['provider', 'model_name'] as const) {
    const [inside, beside] = [model[name], flat[name]];
    if (inside === undefined || beside === undefined || inside === beside) continue;
    const detail = `must be the same: model says ${inside}, ${name} says ${beside}`;
    throw invalidInput([`/model/${name}`, `/${name}`].map((pointer) => ({ pointer, code: 'invalid', detail })));
  }
  return { ...model, provider: model.provider ?? flat.provider, model_name: model.model_name ?? flat.model_name };
}

const named = [llamaCpp, ...providerNames] as const;

function namesProvider(text: string): boolean {
  return text === builtin || named.some((name) => text.startsWith(`${name}/`));
}

function readModelText(text: string): ModelFields {
  const [name, ...rest] = text.split('/');
  if (text === builtin) return { provider: builtin };
  const provider = named.find((one) => one === name);
  if (provider === undefined || rest.length === 0) {
    const known = named.map((one) => `${one}/…`).join(', ');
    throw invalidField('/model', `must be builtin or one of ${known}`, 'not_allowed');
  }
  return { provider, model_name: rest.join('/') };
}

/** Another provider starts with empty settings; the API key is sent only to the address that it was given for. */
function changeModel(current: ModelSettings, given: ModelFields | null): { model: ModelSettings; key: KeyChange } {
  const provider = given === null ? builtin : (given.provider ?? current.provider);
  if (given === null || provider === builtin) return chooseBuiltin(given ?? {}, current);
  if (provider === llamaCpp) return chooseFile(given, current);
  const base: Partial<ModelSettings> = provider === current.provider ? current : {};
  const model_name = given.model_name ?? base.model_name;
  if (model_name === undefined) throw invalidField('/model/model_name', 'is required', 'required');
  const base_url = given.base_url === undefined ? base.base_url : (given.base_url ?? undefined);
  const api_version = given.api_version === undefined ? base.api_version : (given.api_version ?? undefined);
  checkSettings({ provider, baseUrl: base_url }, '/model');
  const isElsewhere = provider !== current.provider || base_url !== current.base_url;
  return {
    model: { provider, model_name, ...(base_url ? { base_url } : {}), ...(api_version ? { api_version } : {}) },
    key: given.api_key === undefined && isElsewhere ? null : given.api_key,
  };
}

/** A file of the operator's folder has no key and no address. */
function chooseFile({ model_name, api_key, base_url, api_version }: ModelFields, current: ModelSettings) {
  const name = model_name ?? (current.provider === llamaCpp ? current.model_name : undefined);
  if (name === undefined) throw invalidField('/model/model_name', 'is required', 'required');
  for (const [field, value] of Object.entries({ api_key, base_url, api_version }))
    if (value)
      throw invalidField(`/model/${field}`, 'must be left out: llama_cpp runs on the service itself', 'not_allowed');
  const model: ModelSettings = { provider: llamaCpp, model_name: name };
  return { model, key: current.provider === llamaCpp ? undefined : null };
}

function chooseBuiltin({ model_name = builtin, api_key, base_url }: ModelFields, current: ModelSettings) {
  if (model_name !== builtin || api_key || base_url)
    throw invalidField(
      '/model/provider',
      'must name a provider: builtin has no other model, key or address',
      'required',
    );
  return { model: builtinModel, key: current.provider === builtin ? undefined : null };
}

/** Params that this service does not know are kept for the clients that send them, but not slips of known ones. */
function mergeParams(current: AnswerParams, given: AgentChange['params'] = {}): AnswerParams {
  const merged = Object.entries({ ...current, ...given }).filter(([, value]) => value !== null);
  const params = Object.fromEntries(merged) as AnswerParams; // each known value passed the schema of its key
  if (Buffer.byteLength(JSON.stringify(params)) > mostParamsBytes)
    throw invalidField('/params', `must be at most ${mostParamsBytes} bytes as JSON`, 'too_long');
  refuseSlips(Object.keys(given).slice(0, mostNames));
  return params;
}

/** Names of params that are compared with the known ones; nobody mistypes more. */
const mostNames = 200;

const knownParams = Object.keys(answerParams.properties);

function refuseSlips(names: readonly string[]): void {
  const faults = names.flatMap((name) => {
    const meant = knownParams.includes(name) ? undefined : nearestName(name, knownParams);
    if (meant === undefined) return [];
    return [
      {
        pointer: `/params/${escapePointer(name)}`,
        code: 'unknown_field',
        detail: `is unknown; did you mean ${meant}?`,
      },
    ];
  });
  if (faults.length > 0) throw invalidInput(faults);
}

type CompletionLimits = Pick<Limits, 'completion_steps' | 'completion_timeout_ms' | 'completion_tool_calls'>;

/** Refuses settings above the limits of the project. */
export function refuseBeyond(
  { max_steps, timeout_ms, max_calls_per_step }: { [Key in keyof AnswerParams]?: unknown },
  { completion_steps, completion_timeout_ms, completion_tool_calls }: CompletionLimits,
): void {
  requireAtMost('/params/max_steps', max_steps, completion_steps);
  requireAtMost('/params/timeout_ms', timeout_ms, completion_timeout_ms);
  requireAtMost('/params/max_calls_per_step', max_calls_per_step, completion_tool_calls);
}

function requireAtMost(pointer: string, value: unknown, most: number): void {
  if (typeof value === 'number' && value > most) throw invalidField(pointer, `must be at most ${most}`, 'too_large');
}
