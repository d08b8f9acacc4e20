import { Keys } from './handles/keys.ts';
import { ProjectHandle, Projects } from './handles/projects.ts';
import { Sessions } from './handles/session.ts';
import { ProjectTrash } from './handles/trash.ts';
import type { List } from './list.ts';
import { Operations } from './operations.ts';
import type { ClientOptions } from './transport.ts';
import type { CallOptions, Event, Query } from './types.ts';

/** A client of one service. It sends nothing before a method is called. */
export class Sibyl extends Operations {
  readonly projects = new Projects(this);
  readonly keys = new Keys(this);
  /** Deleted projects. */
  readonly trash = new ProjectTrash(this);
  /** For browsers: exchanges a key for a cookie that scripts cannot read. */
  readonly session = new Sessions(this);

  /** Returns the handle of a project by name or ID. Sends nothing. */
  project(name: string): ProjectHandle {
    return new ProjectHandle(this, name);
  }

  /** Lists the events of all projects, for admins. */
  events(query?: Query<'listServiceEvents'>, options?: CallOptions): List<Event> {
    return this.list('listServiceEvents', { query: query ?? {}, ...options });
  }

  /** Lists the audit entries, for admins. */
  audit(query?: Query<'listAudit'>, options?: CallOptions) {
    return this.list('listAudit', { query: query ?? {}, ...options });
  }

  /**
   * Checks whether the service accepts requests.
   * @throws SibylError when it does not
   */
  health(options: CallOptions = {}) {
    return this.call('getReadiness', options);
  }
}

export function createClient(options: ClientOptions = {}): Sibyl {
  return new Sibyl(options);
}
