import { renderTable } from '../report/table.ts';
import { isDrifted, LiveModel, whatDrifted } from './live-model.ts';
import type { Subject } from './stream.ts';

/** Windows that are asked, spread evenly over the time after the training. */
const windowsOfTime = 40;

export interface InOrder {
  name: string;
  windows: number;
  drifted: number;
  /** The first window that was told, from 1. */
  first: number | undefined;
  /** In how many windows each column, or all together, was told. */
  told: [what: string, windows: number][];
  /** Causes of alarms that were open on some day. */
  alarms: string[];
  metric: string;
  training: number | null;
  /** The figure of truths in the first and the last quarter of the windows. */
  figures: [number, number];
}

/** Learns from the rows of the first time of a table, and lives through some windows of the rest in order. */
export async function liveInOrder(base: string, subject: Subject, rows: number): Promise<InOrder> {
  const { name, quiet, isClass } = subject;
  const model = new LiveModel(base, { ...subject, name: `${name}_in_order` });
  await model.train();
  const windows = Math.min(windowsOfTime, Math.floor(quiet.length / rows));
  const alarms = new Set<string>();
  for (let window = 0; window < windows; window += 1) {
    const start = Math.floor((window * (quiet.length - rows)) / Math.max(1, windows - 1));
    for (const cause of await model.liveThrough(quiet.slice(start, start + rows), { isTold: true })) alarms.add(cause);
  }
  const judged = await model.judged();
  const told = new Map<string, number>();
  for (const what of judged.flatMap(whatDrifted)) told.set(what, (told.get(what) ?? 0) + 1);
  const metric = isClass ? 'accuracy' : 'coverage';
  const live = judged.flatMap(({ live: figures }) => figures.find((one) => one.metric === metric) ?? []);
  const quarter = Math.ceil(live.length / 4);
  const mean = (some: typeof live) => some.reduce((sum, { value }) => sum + value, 0) / some.length;
  const first = judged.findIndex(isDrifted);
  return {
    name,
    windows: judged.length,
    drifted: judged.filter(isDrifted).length,
    first: first < 0 ? undefined : first + 1,
    told: [...told],
    alarms: [...alarms],
    metric,
    training: live[0]?.training ?? null,
    figures: [mean(live.slice(0, quarter)), mean(live.slice(-quarter))],
  };
}

export function renderInOrder(all: readonly InOrder[]): string {
  const header = ['table by time', 'windows', 'told', 'first', 'what', 'alarms', 'figure', 'training', 'early', 'late'];
  const lines = all.map(({ name, windows, drifted, first, told, alarms, metric, training, figures }) => [
    name,
    String(windows),
    String(drifted),
    String(first ?? '-'),
    told.map(([what, count]) => `${what} ${count}`).join(', '),
    alarms.join(', '),
    metric,
    training?.toPrecision(3) ?? '-',
    ...figures.map((figure) => figure.toPrecision(3)),
  ]);
  return renderTable(header, lines);
}
