import { cpus, loadavg, totalmem } from 'node:os';

/** Returns a line each of machine, software and command. */
export function describeRun(name: string, options: readonly string[], software: readonly string[]): string {
  const processors = cpus();
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  const load = loadavg()[0].toFixed(2);
  return [
    `machine   ${processors.length} x ${processors[0]?.model ?? 'unknown'}, ${gibibytes} GiB, load ${load} at the start`,
    `software  Node ${process.versions.node}${software.map((part) => `, ${part}`).join('')}`,
    `command   npm run bench -- ${[name, ...options].join(' ')}`,
    '',
  ].join('\n');
}
