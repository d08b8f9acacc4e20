import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { basename, isAbsolute } from 'node:path';
import { boundOf, type Goal, isMet } from './goal.ts';
import { nameMachine } from './machine.ts';

/** Appends a line for each goal of a run to `bench/history/<name>.jsonl`, oldest first. */
export function keepGoals(name: string, options: readonly string[], goals: readonly Goal[]): void {
  const at = new Date().toISOString();
  const run = {
    machine: nameMachine(),
    load: loadavg()[0],
    commit: nameCommit(),
    command: [name, ...options.map(withoutFolders)].join(' '),
  };
  const lines = goals.map((goal) => {
    const { what, measured, unit } = goal;
    return `${JSON.stringify({ at, what, measured, unit, goal: boundOf(goal), met: isMet(goal) ? 'yes' : 'no', ...run })}\n`;
  });
  appendFileSync(new URL(`../../history/${name}.jsonl`, import.meta.url), lines.join(''));
}

/** Where files lie is a matter of the machine. */
function withoutFolders(option: string): string {
  return isAbsolute(option) ? basename(option) : option;
}

/** An installed package has no commit. */
function nameCommit(): string | undefined {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}
