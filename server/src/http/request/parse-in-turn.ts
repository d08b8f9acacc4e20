import type { FastifyRequest } from 'fastify';
import { currentProject } from '../../platform/telemetry/scope.ts';
import { FairTurns, type Requester } from '../../platform/workers/fair-turns.ts';
import { parseJsonBody } from './json-body.ts';
import { parseLongJson } from './long-json.ts';

/** A body up to this many characters is parsed at once, within a few milliseconds. */
const short = 256 * 1024;
/** Maximum characters of all waiting bodies. */
const mostWaiting = 256 * 1024 * 1024;

type Done = (error: Error | null, value?: unknown) => void;

/**
 * Parses bodies on the main thread: long ones one after another, in fair turns and piece by piece.
 */
export function parserInTurn(): (request: FastifyRequest, text: string, done: Done) => void {
  const turns = new FairTurns({ places: 1, waiting: { name: 'waiting_bytes', value: mostWaiting } });
  return (request, text, done) => {
    if (text.length <= short) return parse(text, done);
    turns.take(requesterOf(request), text.length).then((turn) => {
      const isGone = request.raw.socket.destroyed;
      const parsing = isGone ? Promise.reject(new Error('nobody waits for the answer any more')) : parseLongJson(text);
      parsing.finally(() => turn.end()).then((value) => done(null, value), done);
    }, done);
  };
}

function requesterOf({ caller, ip }: FastifyRequest): Requester {
  return { project: currentProject() ?? '', caller: caller?.actor ?? ip };
}

function parse(text: string, done: Done): void {
  let value: unknown;
  try {
    value = parseJsonBody(text);
  } catch (error) {
    done(error as Error);
    return;
  }
  done(null, value);
}
