import { renderTable } from '../report/table.ts';
import { type Lived, movedDays } from './live.ts';
import type { PeersSaid } from './peers.ts';
import { shiftNames } from './stream.ts';

export interface Outcome extends Omit<Lived, 'asked'> {
  name: string;
  /** Which of the last quiet windows and of the moved ones were told. */
  told: boolean[];
  peers: PeersSaid | undefined;
}

const figure = (value: number | undefined) => (value === undefined ? '-' : value.toPrecision(3));

export function renderOutcomes(outcomes: readonly Outcome[]): string {
  const kinds = [...shiftNames, 'truths'] as const;
  const header = [
    'table',
    'quiet windows',
    'wrong alarms',
    ...kinds.map((kind) => `${kind} moved: seen in window`),
    'figure',
    'before',
    'changed',
    'retrained',
    'way back',
    'seconds',
  ];
  const lines = outcomes.map(({ name, quietDays, wrong, noticed, phases, seconds }) => [
    name,
    String(quietDays),
    String(wrong.length),
    ...kinds.map((kind) => String(noticed[kind] ?? 'missed')),
    phases.metric,
    ...[phases.before, phases.changed, phases.retrained, phases.back].map(figure),
    seconds.toFixed(0),
  ]);
  return renderTable(header, lines);
}

/** Which of the last quiet windows are flagged, and the first one of each kind of moved ones. */
export function renderPeers(outcomes: readonly Outcome[]): string {
  const header = [
    'table',
    'who',
    'quiet windows flagged',
    ...shiftNames.map((kind) => `${kind} moved: seen in window`),
    'seconds',
  ];
  const lines = outcomes.flatMap(({ name, peers, told, seconds, quietDays }) => {
    if (!peers) return [];
    const { evidently, nannyml } = peers;
    const any = (columns: readonly string[][]) => columns.map((flagged) => flagged.length > 0);
    const own = (seconds * told.length) / (quietDays + told.length);
    const row = (who: string, flags: readonly boolean[], spent: string) => [name, who, ...summarise(flags), spent];
    return [
      row('Sibyl', told, own.toFixed(0)),
      row('Evidently, any column', any(evidently.columns), evidently.seconds.toFixed(0)),
      row('Evidently, half of the columns', evidently.dataset, ''),
      row('NannyML, any column', any(nannyml.columns), nannyml.seconds.toFixed(0)),
    ];
  });
  return renderTable(header, lines);
}

function summarise(flags: readonly boolean[]): string[] {
  const quiet = flags.length - movedDays * shiftNames.length;
  const first = shiftNames.map((_, phase) => {
    const place = flags.slice(quiet + movedDays * phase, quiet + movedDays * (phase + 1)).indexOf(true);
    return place < 0 ? 'missed' : String(place + 1);
  });
  return [`${flags.slice(0, quiet).filter(Boolean).length} of ${quiet}`, ...first];
}
