import { invalidField } from '../../errors.ts';
import type { Database } from '../../platform/db/schema.ts';
import { lastSequenceOf } from '../../platform/journal/read.ts';
import { requirePlatform, type Settings } from './settings.ts';

/** Checks where alarms are to be posted. Returns the number of the event after which they are; null for none. */
export async function placeOfAlarms(
  { database }: { database: Database },
  { project, channel, params }: Pick<Settings, 'channel' | 'params'> & { project: { id: string } },
): Promise<number | null> {
  const { alarms } = params;
  if (!alarms) return null;
  const { addressOf, label } = requirePlatform(channel.type);
  if (!addressOf)
    throw invalidField('/params/alarms', `${label} takes no messages that nobody asked for`, 'not_allowed');
  if (!addressOf(channel, alarms.channel))
    throw invalidField('/params/alarms/channel', `must be the ID of a channel or chat of ${label}`, 'wrong_format');
  return lastSequenceOf(database, project.id);
}

/** A chatbot posts alarms of its own project's models only. */
export async function requireModelsOf(
  { database }: { database: Database },
  { id, name }: { id: string; name: string },
  { alarms }: Settings['params'],
): Promise<void> {
  const wanted = alarms?.models;
  if (!wanted) return;
  const found = await database
    .selectFrom('models')
    .select(['id', 'name'])
    .where('project_id', '=', id)
    .where((where) => where.or([where('id', 'in', wanted), where('name', 'in', wanted)]))
    .execute();
  const known = new Set(found.flatMap((model) => [model.id, model.name]));
  const unknown = wanted.findIndex((model) => !known.has(model));
  if (unknown >= 0)
    throw invalidField(
      `/params/alarms/models/${unknown}`,
      `must be the name or ID of a model of project ${name}; ${JSON.stringify(wanted[unknown])} is none`,
      'unknown_model',
    );
}
