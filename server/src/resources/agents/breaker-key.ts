import type { AgentSettings } from './settings.ts';
import type { AgentRow } from './store.ts';

/** A provider is left alone by the project that found it silent, and asked by the others. */
export function breakerKeyOf(
  { project_id }: Pick<AgentRow, 'project_id'>,
  { model }: Pick<AgentSettings, 'model'>,
): string {
  return JSON.stringify([project_id, model.provider, model.base_url ?? '', model.model_name]);
}
