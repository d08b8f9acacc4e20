import { join } from 'node:path';
import { type BackgroundProcess, startBackground } from '../process/background.ts';
import { answers, findFreePort, waitUntil } from '../process/ready.ts';

const repository = join(import.meta.dirname, '../../..');

export interface Sibyl {
  /** Base URL, such as `http://127.0.0.1:4747`. */
  base: string;
  process: BackgroundProcess;
  /** Seconds from the start of the process to its first response. */
  secondsToReady: number;
}

interface SibylStart {
  dataDirectory: string;
  environment?: Readonly<Record<string, string>>;
  /** Changes the command, for example to pin it to a core. */
  wrap?: (command: readonly string[]) => string[];
}

/** Starts the service as `npm start` does, with default settings except folder and port. */
export async function startSibyl({ dataDirectory, environment, wrap = (command) => [...command] }: SibylStart) {
  const port = await findFreePort();
  const base = `http://127.0.0.1:${port}`;
  const background = await startBackground({
    name: 'Sibyl',
    command: wrap([process.execPath, '--max-semi-space-size=4', 'server/start.js']),
    workingDirectory: repository,
    environment: { SIBYL_DATA_DIR: dataDirectory, SIBYL_PORT: String(port), ...environment },
  });
  const secondsToReady = await waitUntil(background, 100, () => answers(`${base}/health/ready`));
  return { base, process: background, secondsToReady } satisfies Sibyl;
}

/** Waits until the model at `url` is complete; returns the seconds. Throws when its training fails. */
export function waitForModel({ process }: Pick<Sibyl, 'process'>, url: string): Promise<number> {
  return waitUntil(process, 180, async () => {
    const model = (await (await fetch(url)).json()) as { status?: string; error?: string };
    if (model.status === 'failed') throw new Error(`The training of ${url} failed: ${model.error}`);
    return model.status === 'complete';
  });
}

export async function fetchRows(tableUrl: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for (let url: string | undefined = `${tableUrl}/rows?limit=1000`; url; ) {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
    rows.push(...((await response.json()) as Record<string, unknown>[]));
    const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    url = next && new URL(next, url).href;
  }
  return rows;
}
