import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/**
 * The environment that lets a worker thread or child process use this process's cache of compiled code, if it has one.
 * Neither does by itself; without it, each loads the TypeScript compiler: 12 MB and 50 ms.
 */
export function shareCompileCache(): Record<string, string> {
  const directory = getCompileCacheDir();
  return directory === undefined ? {} : { NODE_COMPILE_CACHE: dirname(directory) }; // the last part is Node's own
}
