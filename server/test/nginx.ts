/** nginx in front of a service, configured like an operator's. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Provided, provideProgram } from './debian.ts';
import { eventually, makeDirectory } from './service-process.ts';

export function provideNginx(): Provided {
  return provideProgram(['nginx'], 'nginx-light');
}

/** Starts nginx with one server of the given directives; it ends with the test. */
export function startNginx(program: string, port: number, server: string): Promise<void> {
  return runNginx(program, port, `events {}\nhttp {\nserver { ${server} } }`);
}

/** Starts nginx as `deploy/nginx.conf` has it, before these servers (`host:port`). */
export function startDeployedNginx(program: string, port: number, servers: readonly string[]): Promise<void> {
  const text = readFileSync(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')
    .replace(/(?:^ *server api\d+:4747.*;\n)+/m, servers.map((server) => `server ${server};\n`).join(''))
    .replace('listen 80;', `listen 127.0.0.1:${port};`);
  return runNginx(program, port, text);
}

async function runNginx(program: string, port: number, text: string): Promise<void> {
  const folder = makeDirectory();
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  for (const kind of kinds) mkdirSync(join(folder, kind));
  const temporary = kinds.map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join('\n');
  const file = join(folder, 'nginx.conf');
  const own = `http {\naccess_log off;\n${temporary}`;
  writeFileSync(file, `pid ${folder}/pid;\n${text.replace(/^http \{/m, own)}`);
  const log = join(folder, 'error.log');
  const child = spawn(program, ['-p', folder, '-c', file, '-e', log, '-g', 'daemon off; user root;']);
  const ended = new Promise((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(readFileSync(log, 'utf8'));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const { connect } = await import('node:net');
    const socket = connect(port, '127.0.0.1').once('connect', resolve).once('error', reject);
    await promise.finally(() => socket.destroy());
  });
}

/** Makes a self-signed certificate for `localhost`. */
export function makeCertificate(): { certificate: string; key: string } {
  const folder = makeDirectory();
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', [...kind, ...names, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  return { certificate, key };
}
