import { figureText } from '@sibyl/engine/figure-text.ts';
import { type Figure, leastTruths, lossOf } from './live.ts';
import type { Monitoring, MonitoringWindow } from './schemas.ts';

/** What a person asks of a watched model, in plain sentences, with the figures behind them. */
export interface HealthSummary {
  /** Whether no alarm is open and no figure of truths is clearly worse; null where nothing is known yet. */
  is_good: boolean | null;
  summary: string;
  alarms: { cause: string; since: string; detail: string }[];
  last_window: Pick<MonitoringWindow, 'start' | 'rows' | 'truths' | 'live' | 'estimated'> | null;
}

export function summariseMonitoring({ model, version, monitor, alarms, windows }: Monitoring): HealthSummary {
  const own = windows.filter((window) => window.version === version);
  const last = own.findLast(({ rows, truths }) => rows + truths > 0) ?? null;
  // Few truths say little.
  const judged = own.findLast(({ truths }) => truths >= leastTruths) ?? own.findLast(({ live }) => live.length > 0);
  const worse = judged?.live.filter(isWorse) ?? [];
  const told = alarms.map(({ cause, since, detail }) => ({ cause, since, detail }));
  const isKnown = monitor !== null && last !== null;
  const sentences = [
    sayVerdict({ model, version, isWatched: monitor !== null, isKnown, alarms: told, judged, worse }),
    ...(monitor?.enabled === false ? ['Its monitoring is off: this is the state when it was turned off.'] : []),
    ...told.map(({ cause, since, detail }) => `${cause.replaceAll('_', ' ')} since ${since.slice(0, 10)}: ${detail}`),
    ...(judged ? [sayLive(judged)] : []),
    ...(isKnown && !judged ? ['No actual values are known, so only inputs and predictions were compared.'] : []),
  ];
  const { start, rows, truths, live, estimated } = last ?? {};
  return {
    is_good: isKnown ? told.length === 0 && worse.length === 0 : null,
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
  judged: MonitoringWindow | undefined;
  worse: readonly Figure[];
}

function sayVerdict({ model, version, isWatched, isKnown, alarms, judged, worse }: Known): string {
  const name = `Version ${version} of model ${model}`;
  if (!isWatched) return `${name} is not monitored, so it is not known whether it is still good: turn on its monitor.`;
  if (!isKnown) return `${name} is monitored, and has predicted nothing yet.`;
  if (alarms.length > 0)
    return `${name} needs attention: ${alarms.length === 1 ? 'one alarm is' : `${alarms.length} alarms are`} open.`;
  if (worse.length > 0)
    return `${name} is worse than when it was trained, by ${worse.map(({ metric }) => metric).join(', ')}; no alarm is open.`;
  if (!judged) return `No alarm of version ${version} of model ${model} is open.`;
  if (judged.truths < leastTruths)
    return `No alarm of version ${version} of model ${model} is open; ${judged.truths} actual values are too few to compare it with its training.`;
  return `${name} is as good as when it was trained, within two standard errors: no alarm is open.`;
}

function sayLive({ start, truths, live }: MonitoringWindow): string {
  const figures = live.map(({ metric, value, training }) => {
    const beside = training === null ? '' : ` (${figureText(training)} at the training)`;
    return `${metric} ${figureText(value)}${beside}`;
  });
  return `By ${truths} truths since ${start.slice(0, 10)}: ${figures.join(', ')}.`;
}

/** Standard errors of the difference beyond which a figure is called worse. */
const enoughErrors = 2;

function isWorse(figure: Figure): boolean {
  const { metric, training, standard_error, training_standard_error } = figure;
  if (training === null || metric === 'calibration') return false;
  return lossOf(figure, training) > enoughErrors * Math.hypot(standard_error, training_standard_error ?? 0);
}
