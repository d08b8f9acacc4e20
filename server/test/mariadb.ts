/** A real MariaDB for tests, from Debian, in a folder and on a free port of this machine. */
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import mysql, { type Connection } from 'mysql2/promise';
import { provideProgram } from './debian.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

export interface MariaDb {
  /** Parameters of a connection as superuser, the worst case. */
  parameters: { host: string; port: number; database: string; user: string; password: string; ssl: 'disable' };
  /** A client that acts beside the connection. */
  admin: Connection;
  stop(): Promise<void>;
}

/** Returns why there is no MariaDB; undefined when there is one. */
export function missingMariaDb(): string | undefined {
  const tools = provideProgram(['my_print_defaults'], 'mariadb-client-core');
  const server = provideProgram(['mariadbd'], 'mariadb-server-core');
  return [tools, server].flatMap((one) => ('missing' in one ? one.missing : []))[0];
}

/** Starts a server whose superuser has a password, with a database `shop`. */
export async function startMariaDb(): Promise<MariaDb> {
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-mariadb-'));
  const [port, password] = [await freePort(), randomBytes(12).toString('hex')];
  const { username } = userInfo();
  const own = ['--no-defaults', `--datadir=${folder}`, `--user=${username}`];
  await run('mariadb-install-db', [...own, '--auth-root-authentication-method=normal', '--skip-test-db']);
  const settings = [`--port=${port}`, '--bind-address=127.0.0.1', `--socket=${join(folder, 'socket')}`];
  const quick = ['--innodb-flush-log-at-trx-commit=0', '--innodb-buffer-pool-size=32M', '--skip-log-bin'];
  const server = spawn('mariadbd', [...own, ...settings, ...quick], { stdio: 'ignore' });
  const admin = await connect({ host: '127.0.0.1', port, user: 'root' }, server);
  await admin.query(`CREATE USER 'boss'@'%' IDENTIFIED BY '${password}'`);
  await admin.query("GRANT ALL ON *.* TO 'boss'@'%' WITH GRANT OPTION");
  await admin.query('CREATE DATABASE shop CHARACTER SET utf8mb4');
  await admin.query('USE shop');
  return {
    parameters: { host: '127.0.0.1', port, database: 'shop', user: 'boss', password, ssl: 'disable' },
    admin,
    async stop() {
      const ended = once(server, 'exit');
      admin.destroy();
      server.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function connect(options: mysql.ConnectionOptions, server: { exitCode: number | null }): Promise<Connection> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (server.exitCode !== null) throw new Error(`MariaDB ended with ${server.exitCode}`);
    const connection = await mysql.createConnection({ ...options, multipleStatements: true }).catch(() => undefined);
    if (connection) return connection;
    await pause(100);
  }
  throw new Error('MariaDB does not answer');
}
