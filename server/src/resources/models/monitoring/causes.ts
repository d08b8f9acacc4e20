/** What an alarm can be about, as its event is called. */
export const alarmCauses = ['drift', 'accuracy_dropped', 'coverage_lost', 'stale'] as const;
export type AlarmCause = (typeof alarmCauses)[number];

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
}
