import type { Profiler, Session } from 'node:inspector/promises';
import { setTimeout as pause } from 'node:timers/promises';

const sampleMs = 50;
const intervalMicroseconds = 1000;
const mostFrames = 8;
/** What V8 calls the time outside of JavaScript. */
const outside = /^\((root|program|idle|garbage collector)\)$/;

/**
 * Returns the functions that the main thread is in, such as `parse (server/src/a.ts:3)`: from the innermost of files. A profile
 * needs no pause, and also sees a regular expression at work.
 */
export async function sampleStack(): Promise<string[]> {
  const { Session } = await import('node:inspector/promises');
  const session = new Session();
  session.connectToMainThread();
  try {
    return framesOf(await profile(session));
  } finally {
    session.disconnect();
  }
}

async function profile(session: Session): Promise<Profiler.Profile> {
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: intervalMicroseconds });
  await session.post('Profiler.start');
  await pause(sampleMs);
  return (await session.post('Profiler.stop')).profile;
}

/** Of all branches the one with most samples. */
function framesOf({ nodes }: Profiler.Profile): string[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const hits = new Map<number, number>();
  const total = (node: Profiler.ProfileNode): number => {
    const below = (node.children ?? []).reduce((sum, id) => sum + total(byId.get(id)!), 0);
    hits.set(node.id, below + (node.hitCount ?? 0));
    return hits.get(node.id)!;
  };
  if (nodes.length === 0) return [];
  total(nodes[0]);
  const frames: Profiler.ProfileNode[] = [];
  for (let node: Profiler.ProfileNode | undefined = nodes[0]; node; ) {
    frames.unshift(node);
    const children: Profiler.ProfileNode[] = (node.children ?? []).map((id) => byId.get(id)!);
    node = children.sort((one, other) => hits.get(other.id)! - hits.get(one.id)!)[0];
    if (node && hits.get(node.id) === 0) break;
  }
  const calls = frames.map(({ callFrame }) => callFrame);
  const first = calls.findIndex(({ url }) => url !== '' && !url.startsWith('node:'));
  const stack = calls.slice(Math.max(0, first)).filter(({ functionName }) => !outside.test(functionName));
  return stack.slice(0, mostFrames).map(({ functionName, url, lineNumber }) => {
    return `${functionName || 'anonymous'}${placeOf(url, lineNumber)}`;
  });
}

function placeOf(url: string, line: number): string {
  return url === '' ? '' : ` (${url.replace(/^file:\/\/.*\/(?=(server|engine|node_modules)\/)/, '')}:${line + 1})`;
}
