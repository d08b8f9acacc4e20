/** A process whose main thread stands still for fourteen seconds; its watchdog answers for it on the port that is given. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Metrics } from '../src/platform/telemetry/metrics.ts';
import { Watchdog } from '../src/platform/watchdog/watchdog.ts';

const health = { host: '127.0.0.1', port: Number(process.argv[2]) };
const watchdog = new Watchdog({ metrics: new Metrics(), version: '1.2.3', health, onError: console.error });
const main = createServer((_request, response) => response.end('{"status":"ready"}'));
main.listen(0, '127.0.0.1', () => watchdog.announce(`http://127.0.0.1:${(main.address() as AddressInfo).port}`));

function holdForLong(): void {
  watchdog.begin(watchdog.numberOf('POST /holds'));
  const until = performance.now() + 14_000;
  while (performance.now() < until);
  setTimeout(() => process.exit(), 500);
}

setTimeout(holdForLong, 1500);
