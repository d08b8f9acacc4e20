/** What an alarm can be about, as its event is called. */
export const alarmCauses = ['drift', 'accuracy_dropped', 'coverage_lost', 'stale'] as const;
export type AlarmCause = (typeof alarmCauses)[number];

/** What was told of a cause: a column, or a figure. */
export interface AlarmPart {
  what: string;
  group: string;
  /** How far it was off when it was told, and the standard error of that. */
  size: number;
  error: number;
  /** Windows since that did not show it, and the last one that was counted. */
  quiet: number;
  window: string;
}

/** An alarm that is raised; there is one of a cause. */
export interface OpenAlarm {
  cause: AlarmCause;
  version: number;
  /** Begin of the window that raised it. */
  since: string;
  detail: string;
  /** Windows since that showed nothing, and the last of them: it may be looked at again and again. */
  quiet: number;
  quiet_window?: string;
  /** Absent in alarms of before they were kept. */
  parts?: AlarmPart[];
}

/** What a record shows of an alarm: what is only counted must not make it another record. */
export function shownAlarm({ cause, version, since, detail }: OpenAlarm): Omit<OpenAlarm, 'quiet'> {
  return { cause, version, since, detail };
}
