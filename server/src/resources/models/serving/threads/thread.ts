/** A thread that answers big predict requests, from the JSON body to the JSON answer, one at a time. */
import { once } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { loadModel } from '@sibyl/engine/load.ts';
import { ServiceError } from '../../../../errors.ts';
import { parseJsonBody } from '../../../../http/request/json-body.ts';
import { compileCheck } from '../../../../http/request/validation.ts';
import { predictBody, readQuestion } from '../questions.ts';
import { ServedModel } from '../served-model.ts';
import type { Answered, AnswerOrder, FromThread, ThreadFailure, ThreadSettings, ToThread } from './messages.ts';

/** Of models in one thread; the one that answers is kept whatever its size. */
const maxModelBytes = 256 * 1024 * 1024;

const checkBody = compileCheck(predictBody, 'json');
const models = new Map<string, ServedModel>();
const encoder = new TextEncoder();

async function findModel(port: MessagePort, order: AnswerOrder): Promise<ServedModel> {
  const { modelKey, modelId, projectId } = order;
  const model = models.get(modelKey) ?? (await fetchModel(port, { id: modelId, project_id: projectId }, modelKey));
  // Set anew, it is the last to be let go.
  models.delete(modelKey);
  models.set(modelKey, model);
  let bytes = [...models.values()].reduce((sum, { byteSize }) => sum + byteSize, 0);
  for (const [key, { byteSize }] of models) {
    if (bytes <= maxModelBytes || key === modelKey) break;
    models.delete(key);
    bytes -= byteSize;
  }
  return model;
}

async function fetchModel(port: MessagePort, owner: { id: string; project_id: string }, key: string) {
  port.postMessage({ type: 'need model' } satisfies FromThread);
  const [message]: ToThread[] = await once(port, 'message');
  if (message.type !== 'model') throw new Error(message.type === 'no model' ? message.message : 'no model came');
  return new ServedModel(owner, loadModel(message.bytes), { key, byteSize: message.bytes.byteLength });
}

function answerOrder(
  model: ServedModel,
  { text, maxRows, separator }: AnswerOrder,
  isAbandoned: () => boolean,
): Answered {
  const question = readQuestion(checkBody(parseJsonBody(text)), maxRows);
  const pieces = [];
  for (const piece of model.answerInPieces(question, separator)) {
    if (isAbandoned()) break;
    pieces.push(encoder.encode(piece));
  }
  return { pieces, rows: question.rows.length };
}

function describeFailure(error: unknown): ThreadFailure {
  if (!(error instanceof ServiceError)) return { code: undefined, message: String((error as Error)?.stack ?? error) };
  const { code, message, errors, extensions } = error;
  return { code, message, errors, extensions };
}

function serve(port: MessagePort, { abandoned }: ThreadSettings): void {
  const abandonedOrder = new Int32Array(abandoned);

  async function answer(id: number, order: AnswerOrder): Promise<void> {
    const isAbandoned = () => Atomics.load(abandonedOrder, 0) === id;
    try {
      const answered = answerOrder(await findModel(port, order), order, isAbandoned);
      port.postMessage(
        { type: 'answered', id, ...answered } satisfies FromThread,
        answered.pieces.map(({ buffer }) => buffer),
      );
    } catch (error) {
      port.postMessage({ type: 'failed', id, failure: describeFailure(error) } satisfies FromThread);
    }
  }

  port.on('message', (message: ToThread) => {
    if (message.type === 'answer') answer(message.id, message.order);
  });
}

if (!parentPort) throw new Error('thread.ts runs as a worker thread only');
serve(parentPort, workerData as ThreadSettings);
