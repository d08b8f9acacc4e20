import { connect, isIP } from 'node:net';
import type { ConnectionOptions, Pool, SslOptions } from 'mysql2';
import { type PoolParameters, poolLimits } from '../served/pool-parameters.ts';

export interface OpenPool {
  pool: Pool;
  /** Ends the query of a client, over a connection of its own. */
  kill(threadId: number): void;
}

/**
 * Opens a pool; it connects at the first query, and refuses several statements in one text and files of this machine.
 * @param address the resolved and allowed address of the host
 */
export async function openPool(parameters: PoolParameters, address: string): Promise<OpenPool> {
  const { default: mysql } = await import('mysql2');
  const options = optionsOf(parameters, address);
  // The idle time counts only where fewer clients may be idle than there are.
  const limits = {
    connectionLimit: poolLimits.clients,
    maxIdle: poolLimits.clients - 1,
    idleTimeout: poolLimits.idleMs,
    enableKeepAlive: true,
  };
  return {
    pool: mysql.createPool({ ...options, ...limits }),
    kill(threadId) {
      const killer = mysql.createConnection(options);
      killer.on('error', () => {});
      killer.query(`KILL QUERY ${threadId}`, () => killer.destroy());
    },
  };
}

function optionsOf(parameters: PoolParameters, address: string): ConnectionOptions {
  const { host, port = 3306, database, user, password = '', ssl = 'verify', ca } = parameters;
  const encryption: SslOptions = {
    rejectUnauthorized: ssl === 'verify',
    verifyIdentity: ssl === 'verify',
    ...(ca === undefined ? {} : { ca }),
  };
  return {
    host, // the name that the certificate must have
    stream: () => connect({ port, host: address, family: isIP(address) }),
    port,
    database,
    user,
    password,
    ...(ssl === 'disable' ? {} : { ssl: encryption }),
    charset: 'utf8mb4',
    flags: ['-LOCAL_FILES', '-MULTI_STATEMENTS'],
    multipleStatements: false,
    connectTimeout: poolLimits.connectMs,
    disableEval: true,
  };
}
