import { setImmediate as turn } from 'node:timers/promises';
import type { Static } from 'typebox';
import { readMoment } from '../../../../http/request/moments.ts';
import type { ModelContext } from '../../context.ts';
import { type ModelAddress, requireModel } from '../../service.ts';
import { foldParts } from '../fold.ts';
import { type MonitorSettings, readSettings } from '../settings.ts';
import { decodePicks, selectWindow, selectWindowsWithRows, type WindowKey, type WindowRow } from '../store.ts';
import { at, type StoredPick } from '../stored-pick.ts';
import { type Subject, selectSubject } from '../subject.ts';
import { readKept } from './kept-cells.ts';
import type { sample, sampleQuery } from './schemas.ts';

const usualRows = 100;

type Sample = Static<typeof sample>;

/** Returns rows that are kept of the windows of a watched model, those of the newest window first. */
export async function getSample(
  ctx: ModelContext,
  address: ModelAddress,
  { from, to, limit = usualRows }: Static<typeof sampleQuery>,
): Promise<Sample> {
  const span = { from: readMoment(from, '?from'), to: readMoment(to, '?to') };
  const { model } = await requireModel(ctx, address);
  await ctx.watches.write();
  await foldParts(ctx, model.id);
  const rows: Sample['rows'] = [];
  const subjects = new Map<number, Subject | undefined>();
  const settings = model.monitor && readSettings(model.monitor);
  for (const key of settings ? await selectWindowsWithRows(ctx.database, model.id, span) : []) {
    if (rows.length >= limit) break;
    await turn(); // a window of a million characters takes some milliseconds
    if (!subjects.has(key.version)) subjects.set(key.version, await selectSubject(ctx.database, key));
    const subject = subjects.get(key.version);
    const window = await selectWindow(ctx.database, key);
    if (subject && window) rows.push(...rowsOf(window, subject, settings!).slice(0, limit - rows.length));
  }
  return { model: model.name, rows };
}

function rowsOf(window: WindowRow, subject: Subject, settings: MonitorSettings): Sample['rows'] {
  const { picks } = decodePicks(window.picks);
  return picks
    .filter((pick) => pick[at.cells] !== null)
    .map((pick) => describeRow(pick, window, { subject, settings }));
}

function describeRow(
  pick: StoredPick,
  { version, window_start }: WindowKey,
  { subject: { description, reference }, settings: { exclude } }: { subject: Subject; settings: MonitorSettings },
): Sample['rows'][number] {
  const [, value, confidence, lower, upper] = pick;
  const prediction = description.classes ? String(description.classes[value]) : value;
  const row = readKept(pick[at.cells], reference, exclude);
  return { window_start, version, row, prediction, confidence, lower, upper };
}
