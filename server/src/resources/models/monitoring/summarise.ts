import type { Monitoring, MonitoringWindow } from './schemas.ts';

/** What a person asks of a watched model, in plain sentences, with the figures behind them. */
export interface HealthSummary {
  /** Whether no alarm is open; null where nothing is known yet. */
  is_good: boolean | null;
  summary: string;
  alarms: { cause: string; since: string; detail: string }[];
  last_window: Pick<MonitoringWindow, 'start' | 'rows' | 'truths' | 'live' | 'estimated'> | null;
}

export function summariseMonitoring({ model, version, monitor, alarms, windows }: Monitoring): HealthSummary {
  const own = windows.filter((window) => window.version === version);
  const last = own.findLast(({ rows }) => rows > 0) ?? null;
  const judged = own.findLast(({ live }) => live.length > 0);
  const told = alarms.map(({ cause, since, detail }) => ({ cause, since, detail }));
  const isKnown = monitor !== null && last !== null;
  const sentences = [
    sayVerdict({ model, version, isWatched: monitor !== null, isKnown, alarms: told }),
    ...(monitor?.enabled === false ? ['Its monitoring is switched off: this is what was seen before.'] : []),
    ...told.map(({ cause, since, detail }) => `${cause.replaceAll('_', ' ')} since ${since.slice(0, 10)}: ${detail}`),
    ...(judged ? [sayLive(judged)] : []),
    ...(isKnown && !judged ? ['No truths are known, so only the rows and the answers were looked at.'] : []),
  ];
  const { start, rows, truths, live, estimated } = last ?? {};
  return {
    is_good: isKnown ? told.length === 0 : null,
    summary: sentences.join(' '),
    alarms: told,
    last_window: last && { start: start!, rows: rows!, truths: truths!, live: live!, estimated: estimated! },
  };
}

interface Known {
  model: string;
  version: number;
  isWatched: boolean;
  isKnown: boolean;
  alarms: readonly unknown[];
}

function sayVerdict({ model, version, isWatched, isKnown, alarms }: Known): string {
  const name = `Version ${version} of model ${model}`;
  if (!isWatched) return `${name} is not watched, so nobody knows whether it is still good: set its monitor.`;
  if (!isKnown) return `${name} is watched, and was not asked anything yet.`;
  if (alarms.length === 0) return `${name} is as good as at its training, as far as can be seen: no alarm is open.`;
  return `${name} needs a look: ${alarms.length === 1 ? 'one alarm is' : `${alarms.length} alarms are`} open.`;
}

function sayLive({ start, truths, live }: MonitoringWindow): string {
  const figures = live.map(({ metric, value, training }) => {
    const beside = training === null ? '' : ` (${training.toPrecision(3)} at the training)`;
    return `${metric} ${value.toPrecision(3)}${beside}`;
  });
  return `By ${truths} truths since ${start.slice(0, 10)}: ${figures.join(', ')}.`;
}
