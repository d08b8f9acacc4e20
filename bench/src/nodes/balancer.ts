import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { provideProgram } from '../../../server/test/debian.ts';
import { startBackground } from '../process/background.ts';
import { answers, findFreePort, waitUntil } from '../process/ready.ts';

const repository = join(import.meta.dirname, '../../..');
const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** Starts nginx with the configuration of `deploy/`, before these nodes. Returns its address. */
export async function startBalancer(folder: string, ports: readonly number[]): Promise<string> {
  const nginx = provideProgram(['nginx'], 'nginx-light');
  if ('missing' in nginx) throw new Error(nginx.missing);
  const port = await findFreePort();
  const text = readFileSync(join(repository, 'deploy/nginx.conf'), 'utf8');
  const [server = ''] = /^ *server api1:4747(.*);\n/m.exec(text) ?? [];
  const servers = ports.map((one) => server.replace('api1:4747', `127.0.0.1:${one}`)).join('');
  for (const kind of kinds) mkdirSync(join(folder, kind), { recursive: true });
  const temporary = kinds.map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join('\n');
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    text
      .replace(/(?:^ *server api\d+:4747.*;\n)+/m, servers)
      .replace('listen 80;', `listen 127.0.0.1:${port};`)
      .replace(/^http \{$/m, `pid ${folder}/pid;\nhttp {\naccess_log off;\n${temporary}`),
  );
  const background = await startBackground({
    name: 'nginx',
    command: [nginx.path, '-p', folder, '-c', file, '-e', join(folder, 'error.log'), '-g', 'daemon off; user root;'],
  });
  const base = `http://127.0.0.1:${port}`;
  await waitUntil(background, 30, () => answers(`${base}/health/live`));
  return base;
}
