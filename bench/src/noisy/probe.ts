/**
 * Loaded into the service before its own code: how late a timer is, how long the smallest call of a file takes through
 * the pool of threads, and how long the thread that writes the database takes to answer. Lines go to `BENCH_PROBE`.
 */
import { appendFile, stat } from 'node:fs';
import { isMainThread, Worker } from 'node:worker_threads';

const everyMs = 20;
const flushMs = 500;
const file = process.env.BENCH_PROBE;
if (file !== undefined && isMainThread && process.argv[1]?.endsWith('start.js')) watch(file);

function watch(into: string): void {
  let lines = '';
  const note = (what: string, since: number) => {
    lines += `${what} ${(performance.now() - since).toFixed(2)}\n`;
  };
  const look = () => {
    const due = performance.now() + everyMs;
    setTimeout(() => {
      note('timer', due);
      const began = performance.now();
      stat('.', () => note('file', began));
      look();
    }, everyMs).unref();
  };
  look();
  timeWrites(note);
  setInterval(() => {
    const some = lines;
    lines = '';
    appendFile(into, some, () => {});
  }, flushMs).unref();
}

interface Message {
  id: number;
  mode?: string;
}

/** The writer of SQLite gets lists of statements, each with a number and a mode, and answers by number. */
function timeWrites(note: (what: string, since: number) => void): void {
  const heard = new WeakSet<Worker>();
  const waiting = new Map<number, number>();
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (this: Worker, message: Message[], ...rest: []) {
    if (Array.isArray(message) && message[0]?.mode !== undefined) {
      if (!heard.has(this)) this.prependListener('message', (answers: Message[]) => tell(answers));
      heard.add(this);
      for (const { id } of message) waiting.set(id, performance.now());
    }
    return postMessage.call(this, message, ...rest);
  };
  const tell = (answers: Message[]) => {
    for (const { id } of answers) {
      const began = waiting.get(id);
      if (began !== undefined) note('write', began);
      waiting.delete(id);
    }
  };
}
