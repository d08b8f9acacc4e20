import { type ComponentType, lazy } from 'react';
import { untilBack } from './reachable.ts';

/** Loads a file of the page that is not needed at once. */
type Load<Part> = () => Promise<Part>;

const loads: Load<unknown>[] = [];
const lastReload = 'sibyl-reloaded';
/** A page that was loaded again just now, and lacks a file still, would do so for ever. */
const reloadPauseMs = 20_000;
const quietMs = 3000;

/** Returns a load that waits while the service is away, and tries again when it is back. */
export function part<Part>(load: Load<Part>): Load<Part> {
  loads.push(load);
  return () => load().catch((error) => loadAgain(load, error));
}

/** A component that is in a file of its own. */
export function lazyPart<Name extends string, Props>(load: Load<Record<Name, ComponentType<Props>>>, name: Name) {
  const find = part(load);
  return lazy(async () => ({ default: (await find())[name] }));
}

async function loadAgain<Part>(load: Load<Part>, error: unknown): Promise<Part> {
  await untilBack();
  // A style that once failed to load is passed over by the next attempt.
  const lacksStyle = error instanceof Error && error.message.includes('CSS');
  return lacksStyle ? reload(error) : load().catch(reload);
}

/** The file belongs to an older build, or the browser remembers its failure. */
function reload(error: unknown): Promise<never> {
  if (Date.now() - Number(sessionStorage.getItem(lastReload)) < reloadPauseMs) throw error;
  sessionStorage.setItem(lastReload, String(Date.now()));
  location.reload();
  return new Promise(() => {});
}

/** Loads all parts while nothing else happens, so that each page opens at once, and while the service is away. */
export function loadAhead(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!connection?.saveData) setTimeout(() => loadFrom(0), quietMs);
}

/** Parts name further ones while they load. */
function loadFrom(place: number): void {
  if (place >= loads.length) return;
  const whenIdle = globalThis.requestIdleCallback ?? setTimeout;
  const next = () => loadFrom(place + 1);
  whenIdle(() => loads[place]().then(next, next));
}
