/** What the main thread tells its watcher without being asked: numbers in memory that both see. */
export interface Shared {
  /** [beats, number of the route that was begun last] */
  state: Int32Array;
  /** Requests in flight by number of their route. */
  inFlight: Int32Array;
}

export const beat = 0;
export const begunLast = 1;

/** More than there are routes; those beyond share the first, which is also the unknown one. */
export const mostRoutes = 1024;
export const unknownRoute = 'unknown';

export function makeShared(): Shared {
  return {
    state: new Int32Array(new SharedArrayBuffer(8)),
    inFlight: new Int32Array(new SharedArrayBuffer(4 * mostRoutes)),
  };
}

/** What the watcher gets at its start. */
export interface WatcherStart {
  shared: Shared;
  /** Names of routes by number. */
  routes: string[];
  version: string;
  /** Where it answers for the main thread; undefined where it does not. */
  health: { host: string; port: number } | undefined;
}

/** The watcher is told the names of later routes, and where the main thread listens. */
export type ToWatcher = { route: string } | { address: string };

/** A standstill that has ended, or a port that could not be opened. */
export type FromWatcher = { route: string; where: string; seconds: number } | { failure: Error };
