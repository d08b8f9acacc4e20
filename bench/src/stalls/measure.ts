import { readForAMoment } from '../service/read-for-a-moment.ts';
import { StandsStill } from './meter.ts';
import type { Sent } from './stall-case.ts';
import type { WatchedService } from './watched-service.ts';

/** What one request cost. */
export interface Cost {
  /** 0 without an answer. */
  status: number;
  /** Name of the record that it made. */
  made: string | undefined;
  /** Seconds by the clock until the answer was read. */
  seconds: number;
  /** Processor ms of the longest turn of the main thread. */
  held: number;
  /** Longest delay of its event loop in ms, by the clock: higher on a busy machine. */
  delayed: number;
  /** Processor ms of the main thread. */
  total: number;
}

const answerMs = 20_000;
/** A main thread that is silent for longer is not waited for. */
const silentMs = 20_000;

/** Sends one request while the main thread is watched. */
export async function measure(service: WatchedService, method: string, sent: Sent, secret: string): Promise<Cost> {
  await service.meter.take(silentMs);
  const began = performance.now();
  const answer = await ask(service.base, method, sent, secret);
  const seconds = (performance.now() - began) / 1000;
  try {
    const { held, delayed, total } = await service.meter.take(silentMs);
    return { ...answer, seconds, held, delayed, total };
  } catch (error) {
    if (!(error instanceof StandsStill)) throw error;
    const held = answerMs + silentMs;
    await service.restart();
    return { status: 0, made: undefined, seconds, held, delayed: held, total: held };
  }
}

async function ask(base: string, method: string, { path, headers, body }: Sent, secret: string) {
  try {
    const response = await fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${secret}`, ...headers },
      ...(method === 'GET' || body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
    });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (response.status === 201) return { status: 201, made: nameOf(await response.text()) };
    if (isStream) await readForAMoment(response);
    else await response.arrayBuffer();
    return { status: response.status, made: undefined };
  } catch {
    return { status: 0, made: undefined };
  }
}

function nameOf(text: string): string | undefined {
  const found: { name?: unknown } = JSON.parse(text);
  return typeof found.name === 'string' ? found.name : undefined;
}
