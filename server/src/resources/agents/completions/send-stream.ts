import type { FastifyReply } from 'fastify';
import type { ServiceError } from '../../../errors.ts';
import { EventStream } from '../../../http/reply/event-stream.ts';
import { serviceErrorOf } from '../../../http/reply/problem.ts';
import type { Completion } from './complete.ts';
import type { CompletionEvent } from './events.ts';
import type { CompletionAnswer } from './schemas.ts';

/** What a protocol tells of a completion while it is made; the last of its words ends the stream. */
export interface StreamedAnswer {
  add(event: CompletionEvent): void;
  finish(answer: CompletionAnswer): void;
  fail(error: ServiceError, requestId: string): void;
}

/** Answers with the events of a completion as they come. Faults of the service are logged as in any request. */
export function sendStream(
  reply: FastifyReply,
  completion: Completion,
  signal: AbortSignal,
  open: (stream: EventStream) => StreamedAnswer,
): FastifyReply {
  reply.server.openStreams.add(reply.raw);
  const stream = new EventStream();
  const answer = open(stream);
  completion
    .run(signal, (event) => answer.add(event))
    .then(
      (made) => answer.finish(made),
      (error) => {
        const known = serviceErrorOf(error);
        const { id, log } = reply.request;
        if (known.status >= 500) log.error({ reqId: id, err: known.cause ?? known }, known.message);
        answer.fail(known, id);
      },
    );
  return stream.sendBy(reply);
}
