/** A user's PostgreSQL on a TCP port, as connections need it; the tests' own cluster listens only on a socket. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import pg from 'pg';
import { inject } from 'vitest';
import { createPostgresDatabase } from './postgres.ts';

export interface ShopDatabase {
  /** Parameters of a connection as superuser, the worst case. */
  parameters: { host: string; port: number; database: string; user: string; ssl: 'disable' };
  /** A client that acts beside the connection. */
  admin: pg.Client;
  remove(): Promise<void>;
}

/** Returns whether there is a PostgreSQL for tests. */
export function hasPostgres(): boolean {
  return !('missing' in inject('postgres'));
}

/** Creates a database with the content of `sql`. */
export async function createShopDatabase(sql: string): Promise<ShopDatabase> {
  const postgres = inject('postgres');
  if ('missing' in postgres) throw new Error(postgres.missing);
  const database = `shop_${randomBytes(6).toString('hex')}`;
  const { url, drop } = await createPostgresDatabase(postgres.url, database);
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(sql);
  const forwarder = await openForwarder(admin);
  return {
    parameters: {
      host: '127.0.0.1',
      port: portOf(forwarder),
      database,
      user: admin.user ?? 'postgres',
      ssl: 'disable',
    },
    admin,
    async remove() {
      await admin.end();
      forwarder.close();
      await drop();
    },
  };
}

/** Opens a local port that forwards to the client's server. */
async function openForwarder({ host, port }: pg.Client): Promise<Server> {
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const forwarder = createServer((incoming) => {
    const outgoing = connect(target);
    incoming.pipe(outgoing).pipe(incoming);
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ]) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  forwarder.listen(0, '127.0.0.1');
  await once(forwarder, 'listening');
  return forwarder;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
