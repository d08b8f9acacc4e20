import { setImmediate as turn } from 'node:timers/promises';
import type { ModelDescription } from '@sibyl/engine/model.ts';
import { readMoment } from '../../../http/request/moments.ts';
import { decodeJson } from '../../../platform/db/json.ts';
import type { ModelContext } from '../context.ts';
import { challengerOf } from '../retraining/challenger-of.ts';
import { type ModelAddress, requireModel } from '../service.ts';
import { type ModelRow, selectModelById } from '../store.ts';
import { openAlarmsOf } from './alarms.ts';
import { shownAlarm } from './causes.ts';
import { measureDrift } from './drift.ts';
import { foldParts } from './fold.ts';
import { giveVerdict, type Verdict } from './judge.ts';
import { liveFigures } from './live.ts';
import { keyOf, type LiveSums, selectLive, withTallies } from './live-sums.ts';
import { isAnsweredSo } from './new-answers.ts';
import type { Monitoring, MonitoringWindow } from './schemas.ts';
import { readSettings } from './settings.ts';
import { compareShadow } from './shadow/compare-shadow.ts';
import type { Sketch } from './sketch.ts';
import { selectWindows, type WindowRow } from './store.ts';
import { type Subject, selectSubject } from './subject.ts';
import { describeTold, toldAlone } from './told-window.ts';
import { countWaiting, mostWaiting } from './waiting-truths.ts';

/** Most windows of one answer, the newest. */
const mostWindows = 200;

interface Span {
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Returns what was asked and answered, by windows, with that of the last seconds of this node; of the windows no more
 * than `most`, the newest.
 */
export async function getMonitoring(
  ctx: ModelContext,
  address: ModelAddress,
  span: Span,
  most = mostWindows,
): Promise<Monitoring> {
  const { model } = await requireModel(ctx, address);
  await ctx.watches.write();
  await foldParts(ctx, model.id);
  const moments = { from: readMoment(span.from, '?from'), to: readMoment(span.to, '?to') };
  const rows = await selectWindows(ctx.database, model.id, moments, mostWindows);
  const sums = await selectLive(ctx.database, model.id, { from: beginOf(rows, moments.from), to: moments.to });
  const subjects = await selectSubjects(ctx, model.id, [...rows, ...sums]);
  const told = toldAlone(sums, rows);
  const shown = [...rows, ...told].sort(byStart).slice(-most);
  const keys = new Set(shown.map(keyOf));
  const asked = sums.filter((one) => keys.has(keyOf(one)));
  const live = new Map((await withTallies(ctx.database, model.id, asked)).map((one) => [keyOf(one), one]));
  const monitor = model.monitor === null ? null : readSettings(model.monitor);
  const windows: MonitoringWindow[] = [];
  for (const row of shown) {
    await turn(); // each of many columns takes a millisecond
    const subject = subjects.get(row.version);
    const truths = live.get(keyOf(row));
    if (subject && 'sketch' in row) windows.push(describeWindow(row, subject, truths));
    else if (subject && truths) windows.push(describeTold(truths, subject.description, monitor?.window));
  }
  // Read after the windows: a verdict that is shown has raised its alarms.
  const raised = openAlarmsOf((await selectModelById(ctx.database, model.id)) ?? model);
  return {
    model: model.name,
    version: model.active_version ?? model.latest_version,
    monitor,
    alarms: raised.map(shownAlarm),
    truths: {
      joined: sums.reduce((sum, one) => sum + (subjects.has(one.version) ? one.truths : 0), 0),
      waiting: await countWaiting(ctx.database, model.id, mostWaiting),
    },
    shadow: await shadowOf(ctx, model),
    windows,
  };
}

type Placed = Pick<WindowRow, 'window_start' | 'version'>;

function byStart(one: Placed, other: Placed): number {
  return one.window_start < other.window_start ? -1 : one.window_start > other.window_start ? 1 : 0;
}

/** Where truths of the span begin: those of rows that were asked again have no window of drawn rows. */
function beginOf(rows: readonly Pick<WindowRow, 'window_start'>[], from: string | undefined): string | undefined {
  const first = rows[0]?.window_start;
  if (rows.length >= mostWindows) return first;
  return first !== undefined && from !== undefined && first < from ? first : from;
}

/** Versions that are there, of windows and of truths: these may be of rows that were asked again and are in no window. */
async function selectSubjects(
  { database }: Pick<ModelContext, 'database'>,
  model_id: string,
  found: readonly Pick<WindowRow, 'version'>[],
): Promise<Map<number, Subject>> {
  const subjects = new Map<number, Subject>();
  for (const version of new Set(found.map((one) => one.version))) {
    const subject = await selectSubject(database, { model_id, version });
    if (subject) subjects.set(version, subject);
  }
  return subjects;
}

/** Null where no challenger answers in the background, or did until it was decided. */
async function shadowOf({ database }: Pick<ModelContext, 'database'>, model: ModelRow): Promise<Monitoring['shadow']> {
  const challenger = challengerOf(model);
  const isAsked = model.monitor !== null && readSettings(model.monitor).shadow;
  return isAsked && challenger ? compareShadow(database, model.id, challenger) : null;
}

function describeWindow(row: Omit<WindowRow, 'picks'>, subject: Subject, live: LiveSums | undefined): MonitoringWindow {
  const { description, reference } = subject;
  const sketch = decodeJson<Sketch>(row.sketch);
  // A window that goes on is shown as if it were the only one; it raises nothing.
  const verdict =
    row.verdict === null
      ? giveVerdict({ alone: measureDrift(sketch, subject, isAnsweredSo(reference, row.window_start)) }, undefined, 1)
      : decodeJson<Verdict>(row.verdict);
  const { columns, answers, together } = verdict;
  const withRows = <Told extends object>(one: Told) => ({ rows: sketch.drawn, ...one }); // older verdicts lack them
  return {
    start: row.window_start,
    end: row.window_end,
    version: row.version,
    is_complete: row.verdict !== null,
    rows: Number(row.rows),
    drawn: sketch.drawn,
    columns: columns.map(withRows),
    answers: {
      counts: (description.classes ?? []).map((value, place) => ({ value, count: sketch.answers[place] })),
      quantiles: sketch.quantiles,
      drift: answers && withRows(answers),
      confidence: sketch.confidence,
      width: sketch.width && { ...sketch.width, training: reference.width },
    },
    together,
    estimated: estimate(sketch, subject),
    shadow: sketch.shadow ?? null,
    truths: live?.truths ?? 0,
    live: live ? liveFigures(live, description) : [],
  };
}

/** Estimates the accuracy without truths; null where nothing tells it. */
function estimate(
  { drawn, confidence, width }: Sketch,
  { description, reference }: Subject,
): MonitoringWindow['estimated'] {
  const { classes, accuracies } = description;
  if (classes) {
    if (!confidence) return null;
    const standard_error = confidence.deviation / Math.sqrt(drawn);
    return { metric: 'accuracy', value: confidence.mean, standard_error, training: accuracies.accuracy ?? null };
  }
  return estimateError({ width, usual: reference.width, mae: accuracies.mae }, drawn);
}

function estimateError(
  {
    width,
    usual,
    mae,
  }: { width: Sketch['width']; usual: number | null; mae: ModelDescription['accuracies'][string] | undefined },
  drawn: number,
): MonitoringWindow['estimated'] {
  if (!width || !usual || mae === undefined) return null;
  const scale = mae / usual;
  const standard_error = (scale * width.deviation) / Math.sqrt(drawn);
  return { metric: 'mae', value: scale * width.mean, standard_error, training: mae };
}
