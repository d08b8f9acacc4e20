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
  /** When it went into the trash; null for a project that can be entered. */
  trashed_at: Defaulted<string | null>;
  trashed_by: Defaulted<string | null>;
  /** The noun of what was deleted: `project` for the project itself; `erased` once its deletion for good has begun. */
  trashed_kind: Defaulted<string | null>;
  /** ID and name of what was deleted. */
  trashed_id: Defaulted<string | null>;
  trashed_name: Defaulted<string | null>;
  /** The project that it was deleted from; null for a project. */
  trashed_from: Defaulted<string | null>;
}
