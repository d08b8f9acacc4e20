import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BackgroundProcess, startBackground } from '../process/background.ts';
import { onServerCore } from '../process/pinning.ts';
import { answers, findFreePort, waitUntil } from '../process/ready.ts';
import { fetchRows, startSibyl, waitForModel } from '../service/sibyl.ts';

type Row = Record<string, unknown>;

/** A server that answers predictions. */
export interface Contender {
  name: string;
  /** URL of its predict operation. */
  url: string;
  /** Additional request headers. */
  headers?: Readonly<Record<string, string>>;
  process: BackgroundProcess;
}

/** Starts Sibyl with its sample project and waits until the model is trained; returns its training rows too. */
export async function startTrainedSibyl(folder: string, name = 'Sibyl', environment: Record<string, string> = {}) {
  const sibyl = await startSibyl({ dataDirectory: join(folder, name), environment, wrap: onServerCore });
  const project = `${sibyl.base}/api/projects/default`;
  const model = `${project}/models/home_rentals_model`;
  const secondsToModel = await waitForModel(sibyl, model);
  const rows = await fetchRows(`${project}/tables/home_rentals`);
  const contender: Contender = { name, url: `${model}/predict`, process: sibyl.process };
  return { base: sibyl.base, contender, rows, secondsToReady: sibyl.secondsToReady, secondsToModel };
}

/** Starts the Python service of peer.py, trained on `rows`. */
export async function startPeer(interpreter: string, folder: string, rows: readonly Row[]): Promise<Contender> {
  const csv = join(folder, 'rentals.csv');
  writeFileSync(csv, toCsv(rows));
  const port = await findFreePort();
  const uvicorn = ['-m', 'uvicorn', '--app-dir', import.meta.dirname, '--port', String(port), '--no-access-log'];
  const peer = await startBackground({
    name: 'the Python peer',
    command: onServerCore([interpreter, ...uvicorn, 'peer:app']),
    environment: { RENTALS_CSV: csv, PYTHONDONTWRITEBYTECODE: '1' },
  });
  const url = `http://127.0.0.1:${port}/predict`;
  await waitUntil(peer, 60, () => answers(url));
  return { name: 'peer', url, process: peer };
}

/** Starts the bare Fastify of echo-server.ts with Sibyl's responses to the same bodies. */
export async function startEcho(folder: string, answersBySize: Record<number, unknown>): Promise<Contender> {
  const file = join(folder, 'answers.json');
  writeFileSync(file, JSON.stringify(answersBySize));
  const port = await findFreePort();
  const script = join(import.meta.dirname, 'echo-server.ts');
  const echo = await startBackground({
    name: 'the Fastify echo',
    command: onServerCore([process.execPath, script, String(port), file]),
  });
  const url = `http://127.0.0.1:${port}/predict`;
  await waitUntil(echo, 30, () => answers(url));
  return { name: 'echo', url, process: echo };
}

/** The sample contains only numbers and plain words, so nothing needs quoting. */
function toCsv(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0]);
  return [columns.join(','), ...rows.map((row) => columns.map((column) => row[column]).join(','))].join('\n');
}
