import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface PeerTask {
  background: number[][];
  rows: number[][];
  held: { rows: number[][]; truth: number[] };
}

/** Explanations by shap and scikit-learn. */
export interface PeerFindings {
  values: number[][];
  base: number[];
  importances: number[];
  deviations: number[];
}

/** Explains `predict` with the Python peer, which sees only its results. */
export async function askPeer(
  interpreter: string,
  task: PeerTask,
  predict: (rows: number[][]) => number[],
): Promise<PeerFindings> {
  const child = spawn(interpreter, [join(import.meta.dirname, 'shap_peer.py')], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.write(`${JSON.stringify(task)}\n`);
  let findings: PeerFindings | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{')) continue;
    const said = JSON.parse(line);
    if (said.predict) child.stdin.write(`${JSON.stringify(predict(said.predict))}\n`);
    else findings = said;
  }
  if (!findings) throw new Error('The Python peer ended without findings.');
  return findings;
}
