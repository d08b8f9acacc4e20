/** Somebody's PostgreSQL on a TCP port, as connections know databases; the tests' own cluster listens on a socket alone. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import pg from 'pg';
import { inject } from 'vitest';
import { createPostgresDatabase } from './postgres.ts';

export interface ShopDatabase {
  /** Parameters of a connection to it, as a superuser: the worst that a user may give. */
  parameters: { host: string; port: number; database: string; user: string; ssl: 'disable' };
  /** Looks and acts beside the connection. */
  admin: pg.Client;
  remove(): Promise<void>;
}

/** Whether there is a PostgreSQL to test on. */
export function hasPostgres(): boolean {
  return !('missing' in inject('postgres'));
}

/** A database with what `sql` makes in it. */
export async function createShopDatabase(sql: string): Promise<ShopDatabase> {
  const postgres = inject('postgres');
  if ('missing' in postgres) throw new Error(postgres.missing);
  const database = `shop_${randomBytes(6).toString('hex')}`;
  const { url, drop } = await createPostgresDatabase(postgres.url, database);
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(sql);
  const door = await openDoor(admin);
  return {
    parameters: { host: '127.0.0.1', port: portOf(door), database, user: admin.user ?? 'postgres', ssl: 'disable' },
    admin,
    async remove() {
      await admin.end();
      door.close();
      await drop();
    },
  };
}

/** A port of this machine that leads to where the client is connected. */
async function openDoor({ host, port }: pg.Client): Promise<Server> {
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const door = createServer((incoming) => {
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
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  return door;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
