/** A TCP connection between a node and what it uses, which a test can cut. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

/** `silent`: what is sent is swallowed, as by a broken network. `refused`: connections are reset, and new ones refused. */
export type Cut = 'silent' | 'refused';

export interface Line {
  port: number;
  cut(how: Cut): void;
  /** Connections that were silent are reset, as by a router that has forgotten them. */
  heal(): void;
  close(): void;
}

/** Opens a line to the address, on a free port of this machine. */
export async function openLine(target: NetConnectOpts): Promise<Line> {
  const sockets = new Set<Socket>();
  let state: Cut | 'open' = 'open';
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    if (state === 'refused') near.resetAndDestroy();
    if (state === 'silent') near.pause();
    if (state !== 'open') return;
    const far = connect(target);
    keep(far);
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
    near.pipe(far);
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const reset = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut(how) {
      state = how;
      if (how === 'refused') return reset();
      for (const socket of sockets) socket.unpipe().pause();
    },
    heal() {
      if (state === 'silent') reset();
      state = 'open';
    },
    close() {
      server.close();
      reset();
    },
  };
}

/** Opens a line to a PostgreSQL. Returns it with the database's address through it. */
export async function openLineToPostgres(url: string): Promise<{ line: Line; url: string }> {
  const through = new URL(url);
  const folder = through.searchParams.get('host');
  const target = { host: through.hostname, port: Number(through.port || 5432) };
  const line = await openLine(folder === null ? target : { path: `${folder}/.s.PGSQL.5432` });
  through.searchParams.delete('host');
  through.hostname = '127.0.0.1';
  through.port = String(line.port);
  return { line, url: through.href };
}
