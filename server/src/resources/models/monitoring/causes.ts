/** What an alarm can be about, as its event is called. */
export const alarmCauses = ['drift', 'accuracy_dropped', 'coverage_lost', 'stale'] as const;
export type AlarmCause = (typeof alarmCauses)[number];
