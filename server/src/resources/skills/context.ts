import type { Caller } from '../../caller.ts';
import type { KnowledgeServices } from '../knowledge/context.ts';
import type { ModelServices } from '../models/context.ts';
import type { ForeignReader } from './foreign/foreign-reader.ts';
import type { TableSummaries } from './sql/table-summaries.ts';

/** The services that skills may use. */
export interface SkillServices extends KnowledgeServices, ModelServices {
  foreign: ForeignReader;
  tableSummaries: TableSummaries;
}

/** The same services with the caller. */
export interface SkillContext extends SkillServices, Caller {
  /** Ends the reading of params whose sender has left. */
  leaving?: AbortSignal | undefined;
}
