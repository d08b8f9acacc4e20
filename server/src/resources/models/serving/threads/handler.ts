/** The worker that answers big predict requests, from JSON body to JSON response. */
import { isUtf8 } from 'node:buffer';
import { parseJsonBody, textOfJson } from '../../../../http/request/json-body.ts';
import { compileCheck } from '../../../../http/request/validation.ts';
import { serveTasks, type Task } from '../../../../platform/workers/serve-tasks.ts';
import { Picks } from '../picks.ts';
import { type PredictParams, predictBody, readPredictRequest } from '../predict-request.ts';
import type { AnsweredBackground, ServedModel } from '../served-model.ts';
import { writePredictRequest } from '../write-request.ts';
import { keepRows } from './keep-rows.ts';
import { findModel } from './loaded-models.ts';
import type { Answered, AnswerRequest, KeepQuestionRequest, ModelToLoad, WithRoom } from './messages.ts';

const tasks = { answerRows, listBackground, keepQuestion, keepRows };
export type AnsweringTasks = typeof tasks;

const checkBody = compileCheck(predictBody, 'json');
const encoder = new TextEncoder();
/** Names of cells that a thread compares for a text, within some seconds. */
const mostCompared = 4e9;

async function answerRows(request: WithRoom<AnswerRequest>, task: Task): Promise<Answered> {
  const { bytes, maxRows, separator } = request;
  const model = await findModel(request, request.mostModelBytes);
  model.picks = request.picks && new Picks(request.picks);
  const isCancelled = () => task.isCancelled();
  const answers = isUtf8(bytes)
    ? model.answerJson(
        bytes,
        separator,
        { rows: maxRows, incomplete: maxRows, compared: mostCompared },
        { isCancelled },
      )
    : undefined;
  if (answers && answers !== 'too_much') {
    task.move(answers.pieces.map(({ buffer }) => buffer));
    // Each has one byte before and one behind its rows.
    return { pieces: answers.pieces.map((piece) => piece.subarray(1, -1)), rows: answers.rows, ...seenBy(model) };
  }
  const asked = readPredictRequest(readBody(bytes), maxRows);
  const pieces = [];
  for (const piece of model.answerInPieces(asked, separator)) {
    if (task.isCancelled()) break;
    // The copy is exactly as long as its content; the buffer may be half as long again.
    pieces.push(typeof piece === 'string' ? encoder.encode(piece) : new Uint8Array(piece));
  }
  task.move(pieces.map(({ buffer }) => buffer));
  return { pieces, rows: asked.rows.length, ...seenBy(model) };
}

function seenBy({ picks }: ServedModel) {
  picks?.keep();
  return { seen: picks?.take() };
}

async function listBackground(request: WithRoom<ModelToLoad>): Promise<AnsweredBackground> {
  const model = await findModel(request, request.mostModelBytes);
  return model.background();
}

function keepQuestion({ bytes, path }: KeepQuestionRequest): Promise<PredictParams> {
  return writePredictRequest(path, readBody(bytes));
}

function readBody(bytes: Uint8Array) {
  return checkBody(parseJsonBody(textOfJson(bytes)));
}

serveTasks(tasks);
