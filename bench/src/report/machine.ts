import { cpus, loadavg, totalmem } from 'node:os';

/** For example `2 x AMD EPYC, 24 GiB`. */
export function nameMachine(): string {
  const processors = cpus();
  return `${processors.length} x ${processors[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
}

/** Returns a line each of machine, software and command. */
export function describeRun(name: string, options: readonly string[], software: readonly string[]): string {
  const load = loadavg()[0].toFixed(2);
  return [
    `machine   ${nameMachine()}, load ${load} at the start`,
    `software  Node ${process.versions.node}${software.map((part) => `, ${part}`).join('')}`,
    `command   npm run bench -- ${[name, ...options].join(' ')}`,
    '',
  ].join('\n');
}
