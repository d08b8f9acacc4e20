import type { Json } from '../json.ts';
import type { Defaulted, RecordTable } from './record.ts';

export interface ProjectSchema {
  projects: ProjectTable;
}

export interface ProjectTable extends RecordTable {
  /** Unique. */
  name: string;
  description: string | null;
  metadata: Json | null;
  /** The project's own limits, below those of the service. */
  limits: Defaulted<Json | null>;
}
