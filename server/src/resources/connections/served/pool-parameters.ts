/** Parameters of a server whose driver keeps a pool of clients. */
export interface PoolParameters {
  host: string;
  port?: number;
  database: string;
  user: string;
  password?: string;
  ssl?: 'verify' | 'require' | 'disable';
  ca?: string;
  schemas?: string[];
}

export const poolLimits = { clients: 4, idleMs: 30_000, connectMs: 10_000 } as const;
