import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { LoopTurns } from '../../platform/workers/loop-turns.ts';
import { AnswersOfATurn, type WholeRequest } from './answers-of-a-turn.ts';
import type { FastAnswer, FastPath } from './fast-path.ts';
import { lengthOfBody, type RequestHead, readHead } from './read-head.ts';

interface Times {
  /** Longest silence of a new connection, in ms. */
  first: number;
  /** Longest silence within a request; 0 is endless. */
  idle: number;
  /** Longest silence between requests. */
  keepAlive: number;
}

/**
 * Answers requests that arrive whole, in one or two pieces, before Node reads them as HTTP, which costs more than a
 * prediction and its answer together. A connection with anything else is Node's from then on, with all that came.
 */
export function answerOnSockets(server: Server, fastPath: FastPath, times: Times): void {
  const [receive] = server.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  const held = new Set<SocketRequests>();
  const turns = new LoopTurns(connectionsInTurn);
  const answers = new AnswersOfATurn();
  server.removeAllListeners('connection').on('connection', (socket: Socket) => {
    if (!fastPath.admit) return receive.call(server, socket);
    const connection = new SocketRequests({ server, socket, fastPath, times, answers }, () =>
      turns.take(() => {
        if (socket.destroyed) return;
        held.delete(connection);
        socket.off('error', ignore);
        breakInTurn(socket, turns, () => receive.call(server, socket));
        socket.resume();
      }),
    );
    held.add(connection);
    socket.once('close', () => held.delete(connection));
  });
  const closeHeld = () => {
    for (const connection of held) connection.close();
  };
  const { closeIdleConnections, closeAllConnections } = server;
  server.closeIdleConnections = () => {
    setTimeout(closeHeld, lastReadMs);
    closeIdleConnections.call(server);
  };
  server.closeAllConnections = () => {
    closeHeld();
    closeAllConnections.call(server);
  };
}

/** Connections that come or break: as much as takes about a millisecond. */
const connectionsInTurn = 4;

/** A busy service may not have read yet what has arrived. */
const lastReadMs = 100;

/**
 * Lets `receive` listen to the end of a socket, which it learns in its turn: an end amid a request costs much. That is a
 * later turn than the one in which the end is read: Node then drops a request that has no answer yet, though the other
 * side may have closed but its own half, and the answer be a few ticks away.
 */
function breakInTurn(socket: Socket, turns: LoopTurns, receive: () => void): void {
  const before = new Set(socket.listeners('end'));
  receive();
  for (const end of socket.listeners('end').filter((one) => !before.has(one)) as (() => void)[]) {
    socket.off('end', end).on('end', () => setImmediate(() => turns.take(() => socket.destroyed || end.call(socket))));
  }
}

/** Node adds it, too, to the time that it announces: a request may be on its way when that is over. */
const graceMs = 1000;
const endOfHead = '\r\n\r\n';

interface Surroundings {
  server: Server;
  socket: Socket;
  fastPath: FastPath;
  times: Times;
  answers: AnswersOfATurn;
}

/** A whole request that waits for the end of this turn of the event loop. */
interface Waiting {
  bytes: Buffer;
  body: Buffer;
  answer: (body: Buffer) => FastAnswer | undefined;
}

/** A connection that Node does not read yet. Between two turns of the event loop it is idle. */
class SocketRequests implements WholeRequest {
  readonly #server: Server;
  readonly #socket: Socket;
  readonly #fastPath: FastPath;
  readonly #times: Times;
  readonly #answers: AnswersOfATurn;
  readonly #end: string;
  readonly #giveUp: () => void;
  /** The first piece of a request whose body is still to come. */
  #begun: Buffer | undefined;
  #waiting: Waiting | undefined;
  #answer: FastAnswer | undefined;
  #hasAnswered = false;
  #isGivenUp = false;
  /** The last head and its text: most callers repeat theirs. */
  #text = '';
  #head: RequestHead | undefined;

  constructor({ server, socket, fastPath, times, answers }: Surroundings, giveUp: () => void) {
    this.#server = server;
    this.#socket = socket;
    this.#fastPath = fastPath;
    this.#times = times;
    this.#answers = answers;
    this.#end = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(times.keepAlive / 1000)}${endOfHead}`;
    this.#giveUp = giveUp;
    socket.setTimeout(times.first);
    socket.on('data', this.#receive).on('end', this.#finish).on('timeout', this.#cut).on('error', ignore);
  }

  /** A request whose body is on its way is still answered, by Node. */
  close(): void {
    if (this.#isGivenUp) return;
    const begun = this.#waiting?.bytes ?? this.#begun;
    if (begun !== undefined) this.#handOver(begun);
    else if (this.#socket.writableLength > 0) this.#socket.end();
    else this.#socket.destroy();
  }

  readonly #receive = (piece: Buffer) => {
    if (this.#waiting) return this.#handOver(Buffer.concat([this.#waiting.bytes, piece]));
    const bytes = this.#begun === undefined ? piece : Buffer.concat([this.#begun, piece]);
    const start = bytes.indexOf(endOfHead) + endOfHead.length;
    // A client that does not take its answers must not fill the memory.
    if (start < endOfHead.length || this.#socket.writableLength > 0) return this.#handOver(bytes);
    const head = this.#readHead(bytes.toString('latin1', 0, start - endOfHead.length));
    const answer = head && this.#fastPath.admit?.(head);
    if (answer === undefined) return this.#handOver(bytes);
    const missing = start + lengthOfBody(head!) - bytes.length;
    if (missing > 0 && this.#begun === undefined) return this.#wait(bytes);
    if (missing !== 0) return this.#handOver(bytes);
    this.#waiting = { bytes, body: bytes.subarray(start), answer };
    this.#answers.add(this);
  };

  answer(): void {
    if (this.#waiting) this.#answer = this.#waiting.answer(this.#waiting.body);
  }

  send(): void {
    if (!this.#waiting || this.#socket.destroyed) return;
    const { bytes } = this.#waiting;
    const answer = this.#answer;
    this.#waiting = undefined;
    this.#answer = undefined;
    if (answer === undefined) this.#handOver(bytes);
    else this.#write(answer);
  }

  #readHead(text: string): RequestHead | undefined {
    if (text === this.#text) return this.#head;
    this.#text = text;
    this.#head = readHead(text, this.#socket);
    return this.#head;
  }

  /** Many clients send head and body apart; a body in more pieces is left to Node. */
  #wait(bytes: Buffer): void {
    this.#begun = bytes;
    this.#socket.setTimeout(this.#times.idle);
  }

  #write({ headers, text, length, sent }: FastAnswer): void {
    this.#begun = undefined;
    const silence = this.#times.keepAlive + graceMs;
    if (this.#socket.timeout !== silence) this.#socket.setTimeout(silence);
    this.#hasAnswered = true;
    let head = 'HTTP/1.1 200 OK\r\n';
    for (let index = 0; index < headers.length; index += 2) head += `${headers[index]}: ${headers[index + 1]}\r\n`;
    // Text of ASCII alone is written as it is.
    const encoding = length === text.length ? 'latin1' : 'utf8';
    this.#socket.write(`${head}Date: ${dateNow()}\r\n${this.#end}${text}`, encoding);
    sent();
  }

  readonly #finish = (): void => {
    if (this.#waiting) this.#answerAtEnd();
    else if (this.#begun === undefined) this.#socket.end();
    else this.#refuse('HPE_INVALID_EOF_STATE');
  };

  /** Nobody waits for what Node would say: the other side has closed the connection as well. */
  #answerAtEnd(): void {
    this.answer();
    if (this.#answer === undefined) return void this.#socket.destroy();
    this.send();
    this.#socket.end();
  }

  readonly #cut = (): void => {
    if (this.#begun === undefined && this.#hasAnswered) this.#socket.destroy();
    else this.#refuse('ERR_HTTP_REQUEST_TIMEOUT');
  };

  /** As Node does with what it cannot read. */
  #refuse(code: string): void {
    this.#server.emit('clientError', Object.assign(new Error(code), { code }), this.#socket);
  }

  #handOver(bytes: Buffer): void {
    this.#waiting = undefined;
    const socket = this.#socket;
    socket.pause().off('data', this.#receive).off('end', this.#finish).off('timeout', this.#cut);
    socket.setTimeout(0);
    // At once: a socket without data could end while it waits for its turn, and take nothing back.
    socket.unshift(bytes);
    this.#isGivenUp = true;
    this.#giveUp();
  }
}

function ignore(): void {}

let dated = { second: 0, text: '' };

/** Returns the time as HTTP writes it. */
function dateNow(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dated.second) dated = { second, text: new Date(second * 1000).toUTCString() };
  return dated.text;
}
