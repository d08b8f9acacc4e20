import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { boundOf, type Goal, isMet } from './goal.ts';
import { nameMachine } from './machine.ts';

/** Appends a line for each goal of a run to `bench/history/<name>.jsonl`, oldest first. */
export function keepGoals(name: string, options: readonly string[], goals: readonly Goal[]): void {
  const at = new Date().toISOString();
  const run = {
    machine: nameMachine(),
    load: loadavg()[0],
    commit: nameCommit(),
    command: [name, ...options].join(' '),
  };
  const lines = goals.map((goal) => {
    const { what, measured, unit } = goal;
    return `${JSON.stringify({ at, what, measured, unit, goal: boundOf(goal), met: isMet(goal) ? 'yes' : 'no', ...run })}\n`;
  });
  appendFileSync(new URL(`../../history/${name}.jsonl`, import.meta.url), lines.join(''));
}

/** An installed package has no commit. */
function nameCommit(): string | undefined {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}
