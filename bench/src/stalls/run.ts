import { join } from 'node:path';
import { readOpenApi } from '../../../server/test/read-openapi.ts';
import { Chance } from '../fuzz/chance.ts';
import { listOperations } from '../fuzz/operations.ts';
import { seedService } from '../fuzz/seed.ts';
import { makeScratchFolder } from '../process/scratch.ts';
import { Cases } from './cases.ts';
import { Findings } from './report.ts';
import { listSpecials } from './special.ts';
import type { StallCase } from './stall-case.ts';
import { Walk } from './walk.ts';
import { WatchedService } from './watched-service.ts';

interface Wanted {
  /** Operation IDs; all when empty. */
  only?: readonly string[];
  /** The run ends after this time; the first pieces of every field come first. */
  seconds: number;
  /** File to go on from. */
  resume?: string | undefined;
  /** Which of the cases to send. Default: all. */
  choose?: (one: StallCase) => boolean;
  /** Told of each fault when it is found. */
  onFault?: (line: string) => void;
}

export interface Outcome {
  findings: Findings;
  tried: number;
  left: number;
}

/** Starts a service with a record of each kind, and sends cases until they or the time end. */
export async function runStalls({
  only = [],
  seconds,
  resume,
  choose = () => true,
  onFault,
}: Wanted): Promise<Outcome> {
  const service = new WatchedService(join(makeScratchFolder(), 'sibyl'));
  await service.start();
  const document = readOpenApi();
  const operations = listOperations(document);
  const seeded = await seedService(service.base, operations, new Chance(1));
  const cases = new Cases(document, seeded);
  const walk = new Walk({ service, seeded, operations, cases });
  const findings = new Findings(resume);
  const wanted = operations.filter(({ operationId }) => only.length === 0 || only.includes(operationId));
  const all = [...listSpecials(cases, wanted), ...takeTurns(wanted.flatMap((operation) => cases.of(operation)))];
  const open = all.filter((one) => choose(one) && !findings.has(one));
  const began = performance.now();
  let tried = 0;
  for (const one of open) {
    if ((performance.now() - began) / 1000 > seconds) break;
    // What has failed with one piece is known; the time is for the others.
    if (findings.hasFailed(one)) continue;
    const found = await walk.go(one);
    findings.add(found);
    tried += 1;
    for (const { operation, field, piece, faults } of found)
      if (faults.length > 0) onFault?.(`${operation} ${field} ${JSON.stringify(piece)}: ${faults.join(', ')}`);
  }
  const left = open.filter((one) => !findings.has(one) && !findings.hasFailed(one)).length;
  return { findings, tried, left };
}

/** Puts the first piece of every field first, so that a run that ends early has tried them all. */
function takeTurns(cases: readonly StallCase[]): StallCase[] {
  const turns = new Map<string, number>();
  const ranked = cases.map((one) => {
    const field = `${one.operation.operationId} ${one.field}`;
    const turn = turns.get(field) ?? 0;
    turns.set(field, turn + 1);
    return { one, turn };
  });
  return ranked.sort((a, b) => a.turn - b.turn).map(({ one }) => one);
}
