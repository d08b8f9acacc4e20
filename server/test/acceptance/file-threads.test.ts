import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeDirectory, startProcess } from '../service-process.ts';

it.skipIf(!existsSync('/proc/self/task'))(
  'the service has more threads for files than the four that uploads being synced held up for all',
  async () => {
    const service = startProcess(makeDirectory());
    const csv = { 'content-type': 'text/csv' };
    await service.call('POST', '/api/projects/default/tables?name=t', 'a,b\n1,2\n', csv);
    const threads = readdirSync(`/proc/${service.pid}/task`).map((thread) =>
      readFileSync(`/proc/${service.pid}/task/${thread}/comm`, 'utf8').trim(),
    );
    expect(threads.filter((name) => name === 'libuv-worker').length).toBeGreaterThanOrEqual(16);
  },
);
