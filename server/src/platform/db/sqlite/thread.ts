/** The writer thread, so that an fsync never blocks a request on the main thread. */
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { WriterAnswer, WriterRequest, WriterSettings } from './messages.ts';
import { WriteConnection } from './write-connection.ts';

const maximumGroup = 200;

function serve(port: MessagePort, connection: WriteConnection): void {
  const waiting: WriterRequest[] = [];

  function takeGroup(first: WriterRequest): WriterRequest[] {
    const group = [first];
    while (first.mode === 'single' && group.length < maximumGroup && waiting[0]?.mode === 'single')
      group.push(...waiting.splice(0, 1));
    return group;
  }

  /** A commit is reported at once; earlier results go with it in one message. */
  function answerAll(): void {
    let answers: WriterAnswer[] = [];
    for (let request = waiting.shift(); request; request = waiting.shift()) {
      if (request.mode === 'close') {
        connection.close().then(() => port.close());
        return;
      }
      const isWhole = request.mode === 'single' || request.mode === 'step';
      if (isWhole) answers.push(...connection.answerGroup(takeGroup(request)));
      else answers.push(connection.answer(request));
      if (waiting.length > 0 && !isWhole && request.mode !== 'commit') continue;
      port.postMessage(answers);
      answers = [];
    }
  }

  port.on('message', (first: WriterRequest[]) => {
    waiting.push(...first);
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) waiting.push(...next.message);
    answerAll();
    connection.tidy();
  });
}

if (!parentPort) throw new Error('thread.ts runs as a worker thread only');
serve(parentPort, new WriteConnection(workerData as WriterSettings));
parentPort.postMessage([]);
