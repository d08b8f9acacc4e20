import type { Agent, Body } from '@sibyl/sdk';

/** What the form of an agent holds. */
export interface Settings {
  description: string;
  prompt_template: string;
  provider: string;
  model_name: string;
  base_url: string;
  api_key: string;
  skills: string[];
  temperature: number | string;
  max_steps: number | string;
  language: string;
  grounding: string;
  builtin: string;
  published: boolean;
}

export function formOf({ description, prompt_template, model, skills, params, published }: Agent): Settings {
  const { temperature = '', max_steps = '', language = '', grounding = '', builtin = '' } = params;
  const { provider, model_name, base_url = '' } = model;
  return {
    description,
    prompt_template,
    provider,
    model_name,
    base_url,
    api_key: '',
    skills: skills.map(({ name }) => name),
    temperature,
    max_steps,
    language,
    grounding,
    builtin,
    published,
  };
}

/** Whether the language model runs on another server, which has an address and may want a key. */
export const isElsewhere = (provider: string) => provider !== 'builtin' && provider !== 'llama_cpp';

/** An empty field removes a parameter. */
const given = (value: unknown) => (value === '' ? null : value);

export function bodyOf(form: Settings): Body<'updateAgent'> {
  const {
    description,
    prompt_template,
    provider,
    model_name,
    base_url,
    api_key,
    skills,
    temperature,
    max_steps,
    language,
    grounding,
    builtin,
    published,
  } = form;
  const place = isElsewhere(provider) ? { ...(base_url ? { base_url } : {}), ...(api_key ? { api_key } : {}) } : {};
  const model = provider === 'builtin' ? { provider, model_name: 'builtin' } : { provider, model_name, ...place };
  const params = {
    temperature: given(temperature),
    max_steps: given(max_steps),
    language: given(language),
    grounding: given(grounding),
    builtin: given(builtin),
  };
  return { description, prompt_template, model, skills, params, published } as Body<'updateAgent'>;
}

/** The settings, with a chat beside them that shows their effect. */
