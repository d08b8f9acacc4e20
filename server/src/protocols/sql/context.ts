import type { Caller } from '../../caller.ts';
import type { KeyServices } from '../../resources/keys/context.ts';
import type { ModelContext } from '../../resources/models/context.ts';
import type { ReleaseContents } from '../../resources/projects/delete.ts';
import type { QueryContext } from '../../resources/queries/context.ts';

export interface SqlServices
  extends Omit<ModelContext, keyof Caller>,
    Omit<QueryContext, keyof Caller>,
    Pick<KeyServices, 'config' | 'keys' | 'sessions'> {
  /** What goes with a project that is deleted. */
  releaseContents: ReleaseContents;
}

/** One statement: who asks, where, and until when. */
export interface SqlContext extends SqlServices, Caller {
  /** The project of names without one. */
  project: string;
  signal: AbortSignal;
}
