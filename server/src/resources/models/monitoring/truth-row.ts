import type { Selectable } from 'kysely';
import type { MonitorTruthTable } from '../../../platform/db/schema/monitoring.ts';

/** A truth, and what it says of the answer that it was joined with. */
export type TruthRow = Selectable<MonitorTruthTable>;
export type Figures = Pick<
  TruthRow,
  'is_right' | 'is_inside' | 'error' | 'confidence' | 'answered' | 'codes' | 'shadow'
>;
