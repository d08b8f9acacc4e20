import { ServiceError } from '../../../../errors.ts';
import type { Requester } from '../../../../platform/workers/fair-turns.ts';
import { WorkerEnded } from '../../../../platform/workers/worker-ended.ts';
import { openWorkers } from '../../../../platform/workers/workers.ts';
import type { PredictParams } from '../predict-request.ts';
import type { AnsweredBackground } from '../served-model.ts';
import type { AnsweringTasks } from './handler.ts';
import { mostBytesOfThread } from './loaded-models.ts';
import type { Answered, AnswerRequest, KeepQuestionRequest, KeepRequest, KeptInput, ModelToLoad } from './messages.ts';

/** Answers big predict requests in threads, so that they block no other request. */
export interface Answering {
  /** @throws ServiceError, including `queue_full` and `shutting_down`; the reason of the requester's signal */
  answer(request: AnswerRequest, requester: Requester): Promise<Answered>;
  /** Lists the rows that explanations of a model compare with. @throws the same */
  listBackground(model: ModelToLoad, requester: Requester): Promise<AnsweredBackground>;
  /** The rows of a long body go to a file. @throws the same */
  keepRows(request: KeepRequest, requester: Requester): Promise<KeptInput>;
  /** The rows of a long predict body go to a file. Returns its parameters. @throws the same */
  keepQuestion(request: KeepQuestionRequest, requester: Requester): Promise<PredictParams>;
  /** Starts a thread in advance, which takes longer than to load a model of 60 MB. */
  prepare(): void;
  close(): Promise<void>;
}

/** `modelBytes` is how much of models the service keeps in memory. */
export function openAnswering(modelBytes = mostBytesOfThread): Answering {
  const mostModelBytes = Math.min(modelBytes, mostBytesOfThread);
  const threads = openWorkers<AnsweringTasks>('prediction', {
    handler: new URL('handler.ts', import.meta.url),
    limits: { memoryBytes: Number.POSITIVE_INFINITY }, // the heap limit of the thread applies
  });
  return {
    answer: (request, requester) =>
      threads.run('answerRows', ...movedWith({ ...request, mostModelBytes }, requester)).catch(explain),
    listBackground: (model, requester) =>
      threads.run('listBackground', { ...model, mostModelBytes }, requester).catch(explain),
    keepRows: (request, requester) => threads.run('keepRows', ...movedWith(request, requester)).catch(explain),
    keepQuestion: (request, requester) => threads.run('keepQuestion', ...movedWith(request, requester)).catch(explain),
    prepare: () => threads.prepare(),
    close: () => threads.close(),
  };
}

/** Moves the bytes of a request. Those of a short body lie in memory that other bodies share, and are copied first. */
function movedWith<Request extends { bytes: Uint8Array<ArrayBuffer> }>(request: Request, requester: Requester) {
  const isAlone = request.bytes.length === request.bytes.buffer.byteLength;
  const bytes = isAlone ? request.bytes : new Uint8Array(request.bytes);
  return [{ ...request, bytes }, requester, { size: bytes.length, moved: [bytes.buffer] }] as const;
}

function explain(error: unknown): never {
  if (!(error instanceof WorkerEnded)) throw error;
  throw new ServiceError('internal', 'the answering thread ended unexpectedly', { cause: error });
}
