import { type Static, Type } from 'typebox';
import { decodeJson, type Json } from '../../../platform/db/json.ts';
import { columnName } from '../column-name.ts';

const monitorWindows = ['hour', 'day'] as const;

/** How a model is watched, as the record shows it. */
export const monitorSettings = Type.Object(
  {
    enabled: Type.Boolean({ description: 'Whether what is asked and answered is looked at. Default: true.' }),
    window: Type.Enum([...monitorWindows], { description: 'Length of a window, in UTC. Default: `day`.' }),
    sample_rows: Type.Integer({
      minimum: 0,
      maximum: 5000,
      description:
        'Most rows of a window that are kept as they were sent, drawn at random; 0 keeps none. The figures of a window come from a random sample of at least 1,000 rows, of which nothing is kept but counts. Default: 1,000.',
    }),
    exclude: Type.Array(columnName, {
      maxItems: 1000,
      description: 'Columns, such as personal data, whose cells are never kept; they are counted all the same.',
    }),
    id_column: Type.Union([columnName, Type.Null()], {
      description:
        'The column by which truths name a row; `__service_row_id` always does. Rows are found by it if they are in the sample.',
    }),
    shadow: Type.Boolean({
      description:
        'Whether a version that waits to be accepted answers the sampled rows too, in the background, to be compared with the version that answers. Default: false.',
    }),
  },
  { additionalProperties: false, title: 'Monitor' },
);
export type MonitorSettings = Static<typeof monitorSettings>;

/** The settings as sent: what is left out keeps its value. */
export const monitorChange = Type.Partial(monitorSettings, { additionalProperties: false, title: 'MonitorChange' });
export type MonitorChange = Static<typeof monitorChange>;

const usual: MonitorSettings = {
  enabled: true,
  window: 'day',
  sample_rows: 1000,
  exclude: [],
  id_column: null,
  shadow: false,
};

export function changedSettings(former: MonitorSettings | null, change: MonitorChange): MonitorSettings {
  return { ...(former ?? usual), ...change };
}

/** Reads stored settings; those of before a setting was there have its default. */
export function readSettings(stored: Json): MonitorSettings {
  return { ...usual, ...decodeJson<MonitorSettings>(stored) };
}

/** Rows of a window that its figures come from. */
export function mostPicks({ sample_rows }: Pick<MonitorSettings, 'sample_rows'>): number {
  return Math.max(1000, sample_rows);
}

const lengthMs = { hour: 3_600_000, day: 86_400_000 };

/** The window that a moment (ms) belongs to. */
export function windowAt(moment: number, window: MonitorSettings['window']): { start: number; end: number } {
  const start = Math.floor(moment / lengthMs[window]) * lengthMs[window];
  return { start, end: start + lengthMs[window] };
}
