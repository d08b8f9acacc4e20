import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { setImmediate as giveWay } from 'node:timers/promises';
import type { buildConnector, Dispatcher } from 'undici';
import { type AddressRules, addressNotAllowed, type Reach } from './address-rules.ts';

const connectMs = 10_000;

/**
 * Creates an HTTP agent that checks the address at connection time, after DNS, so that a changed DNS answer cannot
 * bypass the check.
 * Loaded at first use: undici takes some megabytes.
 */
export async function createGuardedAgent(rules: AddressRules, reach: Reach): Promise<Dispatcher> {
  const undici = await import('undici');
  await giveWay(); // to load it took a turn of its own
  const lookup: LookupFunction = (host, options, callback) => {
    rules.resolve(host, reach).then(
      (found) => (options.all ? callback(null, found) : callback(null, found[0].address, found[0].family)),
      (error) => callback(error, '', 0),
    );
  };
  const connector = undici.buildConnector({ lookup, timeout: connectMs });
  const connect: buildConnector.connector = (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    // Literal addresses are not looked up, so they are checked here.
    if (isIP(host) !== 0 && !rules.allows(host, host, reach)) callback(addressNotAllowed(host), null);
    else connector(options, callback);
  };
  return new undici.Agent({ connect });
}
