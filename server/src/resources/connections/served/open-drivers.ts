import { type Outgoing, openOutgoing } from '../../../platform/outgoing/outgoing.ts';
import type { Driver } from './driver.ts';
import { drivers, type ServedEngine } from './drivers.ts';

/** A server, as a worker opens it. */
export interface Target {
  engine: ServedEngine;
  parameters: unknown;
  address: string;
  schemas: readonly string[];
  /** What may be called although it is not public. */
  allowed: readonly string[];
}

const mostOpen = 4;

/** The drivers that a worker has open: those that were asked for last. */
export class OpenDrivers {
  #outgoing: Outgoing | undefined;
  readonly #open = new Map<string, Promise<Driver>>();

  find(target: Target): Promise<Driver> {
    const key = JSON.stringify(target);
    const driver = this.#open.get(key) ?? this.#openDriver(target);
    this.#open.delete(key);
    this.#open.set(key, driver);
    driver.catch(() => this.#open.delete(key));
    for (const old of [...this.#open.keys()].slice(0, -mostOpen)) this.#close(old);
    return driver;
  }

  /** What may be called is the same for all. */
  #openDriver({ engine, parameters, address, schemas, allowed }: Target): Promise<Driver> {
    this.#outgoing ??= openOutgoing(allowed);
    return drivers[engine](parameters, { outgoing: this.#outgoing, address, schemas });
  }

  #close(key: string): void {
    this.#open.get(key)?.then(
      (driver) => driver.close(),
      () => {},
    );
    this.#open.delete(key);
  }
}
