import type { Caller } from '../../caller.ts';
import type { KeyServices } from '../../resources/keys/context.ts';
import type { ModelContext } from '../../resources/models/context.ts';
import type { ProjectEnd } from '../../resources/projects/delete.ts';
import type { QueryContext } from '../../resources/queries/context.ts';

export interface SqlServices
  extends Omit<ModelContext, keyof Caller>,
    Omit<QueryContext, keyof Caller>,
    Pick<KeyServices, 'config' | 'keys' | 'sessions'> {
  /** Releases the contents of a deleted project. */
  projectEnd: ProjectEnd;
}

/** The context of one statement: caller, project and signal. */
export interface SqlContext extends SqlServices, Caller {
  /** The project of unqualified names. */
  project: string;
  signal: AbortSignal;
}
