import { ServiceError } from '../../errors.ts';
import type { RequestHead } from '../../http/fast-path/read-head.ts';
import { command } from '../../release.ts';
import type { KeyServices } from './context.ts';

/** Headers that proxies add and local programs do not. */
const ofProxies =
  /^(?:forwarded|x-forwarded-.+|x-real-ip|x-client-ip|x-cluster-client-ip|x-original-.+|true-client-ip|cf-.+|via)$/;
const logEveryMs = 60_000;
/** When the log was told last, by the keys of a service: two ways lead to a prediction. */
const toldAt = new WeakMap<KeyServices['keys'], number>();

/**
 * Refuses requests through a proxy in the open local mode, because behind a proxy the caller may be anyone.
 * @throws ServiceError `unauthenticated`
 */
export function refuseProxies({ keys, log }: Pick<KeyServices, 'keys' | 'log'>): (request: RequestHead) => void {
  return (request) => {
    if (!keys.isOpen) return;
    const sign = signOfProxy(request);
    if (sign === undefined) return;
    if (Date.now() - (toldAt.get(keys) ?? 0) >= logEveryMs) {
      toldAt.set(keys, Date.now());
      log.warn({ sign, path: request.url?.split('?')[0] }, refusal(sign));
    }
    throw new ServiceError('unauthenticated', refusal(sign), {
      headers: { 'www-authenticate': 'Bearer realm="sibyl"' },
    });
  };
}

function refusal(sign: string): string {
  return (
    `The request came through a proxy (${sign}), and no key was made yet: the service is open to this machine alone. ` +
    `Make a key: ${command} keys create --role admin`
  );
}

/** Detects nginx, which by default adds no header: before 1.29.7 it used HTTP/1.0, which current clients do not. */
function signOfProxy({ headers, httpVersion }: RequestHead): string | undefined {
  if (httpVersion === '1.0') return 'HTTP/1.0';
  return Object.keys(headers).find((name) => ofProxies.test(name));
}
