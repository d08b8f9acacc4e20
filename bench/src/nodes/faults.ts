import { setTimeout as pause } from 'node:timers/promises';
import type { Installation } from './installation.ts';

/** Something that befalls an installation and passes. `seconds` is how long it lasts in a run of ten minutes. */
interface Fault {
  name: string;
  seconds: number;
  befall(at: Installation, milliseconds: number): Promise<void>;
}

const api = (index: number) => (at: Installation) => at.apis[index % at.apis.length];
const worker = (index: number) => (at: Installation) => at.workers[index % at.workers.length];
type Choice = ReturnType<typeof api>;

const kill = (name: string, choose: Choice): Fault => ({
  name: `kill -9 ${name}`,
  seconds: 10,
  befall: (at, milliseconds) => choose(at).kill(milliseconds),
});
const suspend = (name: string, choose: Choice, seconds: number): Fault => ({
  name: `suspend ${name}`,
  seconds,
  befall: (at, milliseconds) => choose(at).suspend(milliseconds),
});
const cut = (name: string, choose: Choice, how: 'silent' | 'refused', seconds: number): Fault => ({
  name: `cut ${name} off from the database (${how})`,
  seconds,
  async befall(at, milliseconds) {
    const { line } = choose(at);
    line.cut(how);
    await pause(milliseconds);
    line.heal();
  },
});
const restartPostgres: Fault = { name: 'restart PostgreSQL', seconds: 5, befall: ({ postgres }) => postgres.restart() };
const failStore = (seconds: number): Fault => ({
  name: 'the store of files fails',
  seconds,
  async befall({ store }, milliseconds) {
    store.cut('refused');
    await pause(milliseconds);
    store.heal();
  },
});

const all: readonly Fault[] = [
  kill('api1', api(0)),
  suspend('worker1', worker(0), 25),
  cut('api2', api(1), 'silent', 40),
  restartPostgres,
  kill('worker2', worker(1)),
  failStore(60),
  suspend('api3', api(2), 20),
  cut('worker1', worker(0), 'silent', 40),
  restartPostgres,
  kill('api2', api(1)),
  cut('api1', api(0), 'refused', 30),
  suspend('worker2', worker(1), 25),
];

const few: readonly Fault[] = [
  kill('api1', api(0)),
  cut('api2', api(1), 'refused', 60),
  restartPostgres,
  suspend('worker1', worker(0), 170),
  failStore(60),
];

/** Lets one fault after the other befall, evenly over the time. Short runs have fewer and shorter ones. */
export async function letBefall(at: Installation, seconds: number, tell: (line: string) => void): Promise<void> {
  const faults = seconds >= 300 ? all : few;
  const each = (seconds * 1000) / faults.length;
  const begun = performance.now();
  for (const [index, { name, seconds: lasting, befall }] of faults.entries()) {
    const milliseconds = Math.min(lasting * 1000 * Math.min(1, seconds / 600), 0.8 * each);
    tell(`${Math.round((performance.now() - begun) / 1000)} s: ${name}`);
    await befall(at, milliseconds);
    await pause(Math.max(0, (index + 1) * each - (performance.now() - begun)));
  }
}
