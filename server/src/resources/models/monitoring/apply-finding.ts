import type { AlarmCause, AlarmPart, OpenAlarm } from './causes.ts';

/** Quiet windows after which an alarm ends, so that one near the border is not raised again and again. */
const quietWindows = 3;

/** What a finding is about: a column, or a figure. */
export interface Part {
  what: string;
  /** Parts of one group are told once. */
  group: string;
  /** How far it is off, and the standard error of that. */
  size: number;
  error: number;
  detail: string;
}

/** What a window says about a cause; between the two borders it says nothing. */
export interface Finding {
  cause: AlarmCause;
  version: number;
  window_start: string;
  says: 'alarm' | 'quiet' | 'nothing';
  detail: string;
  facts: Record<string, unknown>;
  /** What raises the alarm; empty where it has no parts. */
  parts?: readonly Part[];
  /** All figures that were looked at: those of an open alarm change when truths are corrected. */
  looked?: readonly Part[];
}

/** Returns what is to be told of a finding, beside the alarms that are open; undefined where all of it was told. */
export function newsOf(alarms: readonly OpenAlarm[], { cause, says, detail, parts = [] }: Finding): string | undefined {
  if (says !== 'alarm') return undefined;
  const open = alarms.find((one) => one.cause === cause);
  if (!open) return detail;
  const told = open.parts;
  if (!told) return undefined; // an alarm of before its parts were kept
  const joined = parts.filter(({ group }) => !told.some((one) => one.group === group));
  const grown = parts.filter((part) => told.some((one) => isWorse(part, one)));
  if (joined.length + grown.length === 0) return undefined;
  return [...say('Now also', joined), ...say('Worse than told before', grown)].join(' ');
}

/** Parts that are named; a wide table may shift in a hundred columns. */
const mostNamed = 5;

/** Joins the first of the details, and counts the others. */
export function nameSome(details: readonly string[], comma: string): string {
  const left = details.length - mostNamed;
  return [...details.slice(0, mostNamed), ...(left > 0 ? [`and ${left} more`] : [])].join(comma);
}

function say(begin: string, parts: readonly Part[]): string[] {
  const details = parts.map(({ detail }) => detail);
  return parts.length === 0 ? [] : [`${begin}: ${nameSome(details, '; ')}.`];
}

/** Standard errors by which a figure is worse than it was when it was told, beyond doubt though it is looked at often. */
const clearErrors = 3;
const leastGrowth = 1.25;

function isWorse(part: Part, told: AlarmPart): boolean {
  if (part.what !== told.what) return false;
  const error = Math.hypot(part.error, told.error);
  return part.size >= leastGrowth * told.size && part.size - told.size > clearErrors * error;
}

/** Returns the open alarms after a finding. */
export function applied(alarms: readonly OpenAlarm[], finding: Finding): OpenAlarm[] {
  const { cause, version, window_start: window, says, detail } = finding;
  const open = alarms.find((one) => one.cause === cause);
  const others = alarms.filter((one) => one.cause !== cause);
  if (says === 'alarm') {
    const parts = partsOf(open?.parts ?? [], finding);
    return [...others, { cause, version, since: open?.since ?? window, detail, quiet: 0, parts }];
  }
  if (!open) return [...alarms];
  const shown = { ...open, detail: corrected(open, finding) };
  if (says === 'nothing' || open.quiet_window === window) return [...others, shown];
  const quiet = open.quiet + 1;
  return quiet >= quietWindows ? others : [...others, { ...shown, quiet, quiet_window: window }];
}

/** Keeps what was told of each part. A part that was not found in three windows is forgotten: it is news if it returns. */
function partsOf(told: readonly AlarmPart[], { parts = [], window_start: window }: Finding): AlarmPart[] {
  const found = new Set(parts.map(({ what }) => what));
  const left = told
    .filter(({ what }) => !found.has(what))
    .map((one) => (one.window === window ? one : { ...one, quiet: one.quiet + 1, window }))
    .filter(({ quiet }) => quiet < quietWindows);
  const now = parts.map(({ what, group, size, error }): AlarmPart => {
    const former = told.find((one) => one.what === what);
    const isTold = former && !isWorse({ what, group, size, error, detail: '' }, former);
    return {
      what,
      group,
      ...(isTold ? { size: former.size, error: former.error } : { size, error }),
      quiet: 0,
      window,
    };
  });
  return [...left, ...now];
}

/** The detail of an open alarm with its figures as they are now. */
function corrected({ parts = [], detail }: OpenAlarm, { looked = [] }: Finding): string {
  const figures = looked.filter(({ what }) => parts.some((one) => one.what === what));
  return figures.length === 0 ? detail : `${figures.map((figure) => figure.detail).join('; ')}.`;
}
