import type { Chance } from './chance.ts';
import type { Operation } from './operations.ts';

/** Values of path parameters. */
export type Place = Readonly<Record<string, string>>;

interface Known {
  place: Place;
  /** True for seeded records, which requests must neither change nor delete. */
  stays: boolean;
}

const mostOfAKind = 40;
const conversations = '/api/projects/{projectName}/agents/{agentName}/conversations/{conversationId}';

/** Returns the path up to its last parameter, which names one record; `/agent/` is the same as `/agents/`. */
function kindOf(path: string): string {
  return path.slice(0, path.lastIndexOf('}') + 1).replace('/agent/', '/agents/');
}

/** The records that requests may name, by kind: the path of one, such as `/api/projects/{projectName}`. */
export class Records {
  readonly #known = new Map<string, Known[]>();
  readonly #itemOf: ReadonlyMap<string, string>;

  constructor(operations: readonly Operation[]) {
    const items = new Set(operations.map(({ path }) => kindOf(path)));
    this.#itemOf = new Map([...items].map((item) => [item.slice(0, item.lastIndexOf('/')), item]));
  }

  add(kind: string, place: Place, stays = true): void {
    const known = this.#known.get(kind) ?? [];
    this.#known.set(kind, known);
    known.push({ place, stays });
    const made = known.findIndex((one) => !one.stays);
    if (known.length > mostOfAKind && made !== -1) known.splice(made, 1);
  }

  /** Picks a record for the operation; only records that the run created are changed or deleted. */
  pick({ path, method }: Operation, chance: Chance): Place {
    const known = this.#known.get(kindOf(path)) ?? [];
    const endsOrChanges = path.endsWith('/stop') || ((method === 'DELETE' || method === 'PUT') && path.endsWith('}'));
    const usable = endsOrChanges ? known.filter(({ stays }) => !stays) : known;
    return usable.length > 0 ? chance.pick(usable).place : { ...chance.pick(this.#outer(path)).place };
  }

  /** Picks the parent for a path without a known record. */
  #outer(path: string): Known[] {
    const outer = [...this.#known]
      .filter(([kind, known]) => known.length > 0 && path.startsWith(`${kind}/`))
      .sort(([a], [b]) => b.length - a.length);
    return outer[0]?.[1] ?? [{ place: {}, stays: true }];
  }

  /** Registers created and deleted records. */
  note({ path, method }: Operation, place: Place, status: number, body: unknown): void {
    if (method === 'DELETE' && status === 204) this.#forget(kindOf(path), place);
    const { name, conversation_id } = (body ?? {}) as { name?: unknown; conversation_id?: unknown };
    if (typeof conversation_id === 'string')
      this.add(conversations, { ...place, conversationId: conversation_id }, false);
    const item = this.#itemOf.get(path.replace(/\/import$/, ''));
    if (method !== 'POST' || status !== 201 || item === undefined || typeof name !== 'string') return;
    const parameter = item.slice(item.lastIndexOf('{') + 1, -1);
    this.add(item, { ...place, [parameter]: name }, false);
  }

  #forget(kind: string, gone: Place): void {
    const left = (this.#known.get(kind) ?? []).filter(
      ({ place }) => !Object.entries(place).every(([name, value]) => gone[name] === value),
    );
    this.#known.set(kind, left);
  }
}
