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
