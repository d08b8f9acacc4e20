import { type Caller, mayReach } from '../../caller.ts';
import { isPlain } from '../../http/fast-path/open-server.ts';
import type { RequestHead } from '../../http/fast-path/read-head.ts';
import type { RatePolicy, RateWindows } from '../../http/limits/rate-limit.ts';
import type { App } from '../../http/reply/app.ts';
import { takes } from '../../http/request/accept.ts';
import { checkHostAndOrigin } from '../../http/request/check-host-and-origin.ts';
import { parseJsonBody, textOfJson } from '../../http/request/json-body.ts';
import { compileCheck } from '../../http/request/validation.ts';
import type { Nodes } from '../../platform/nodes/nodes.ts';
import type { Telemetry } from '../../platform/telemetry/telemetry.ts';
import type { Watchdog } from '../../platform/watchdog/watchdog.ts';
import { noteRequester } from '../../platform/workers/spare-core.ts';
import { authenticate } from '../keys/authenticate.ts';
import { requirePermission } from '../keys/authorize.ts';
import type { KeyServices } from '../keys/context.ts';
import { refuseProxies } from '../keys/proxies.ts';
import { ratesOf } from '../keys/rates.ts';
import { predictRoute, prefersLines } from './answer-routes.ts';
import type { ModelServices } from './context.ts';
import { fastSender } from './fast-sender.ts';
import { keepAnswer, predictAtOnce } from './predict.ts';
import { predictBody } from './serving/predict-request.ts';

/** Maximum bytes of a body: above it Fastify's overhead hardly matters. */
const mostBytes = 8 * 1024;
/** Maximum characters of an answer: longer ones need the permission checks during sending. */
const mostCharacters = 64 * 1024;
const mostAddresses = 1000;
const action = 'models.predict';
const watchedRoute = `POST ${predictRoute}`;

type FastServices = KeyServices & ModelServices & Telemetry & { nodes: Nodes; watchdog: Watchdog };

interface Asked {
  request: RequestHead;
  project: string;
  model: string;
  caller: Caller;
}

/**
 * Answers small predict requests before Fastify's life cycle if they succeed at once and need nothing special. It uses
 * the same functions as Fastify's route, which gets all other requests.
 */
export function predictOnFastPath(app: App, services: FastServices, windows: RateWindows, isFull: () => boolean): void {
  const { allowedOrigins, maxJsonBytes } = services.config;
  if (allowedOrigins.length > 0 || ['debug', 'trace'].includes(app.log.level)) return;
  const longest = Math.min(mostBytes, maxJsonBytes);
  const addressOf = addressReader();
  const admit = createAdmission(services);
  const answer = createAnswerer(services, windows);
  const withHeaders = fastSender(services, windows);
  const { watchdog } = services;
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true; // Fastify then announces that the connection closes
  });
  app.fastPath.admit = (request) => {
    const address = isPlain(request, longest) && !isFull() ? addressOf(request.url!) : undefined;
    const caller = address && request.method === 'POST' ? admit(request) : undefined;
    if (!address || !caller) return undefined;
    const began = performance.now();
    return (body) => {
      const watched = watchdog.numberOf(watchedRoute);
      watchdog.begin(watched);
      const found = isClosing ? undefined : answer({ request, ...address, caller }, body);
      watchdog.end(watched);
      return found && withHeaders(request, caller, { ...found, began });
    };
  };
}

/** Returns a function that reads project and model from addresses without escapes, with a small cache. */
function addressReader() {
  const pattern = new RegExp(`^${predictRoute.replace(/:[a-zA-Z]+/g, '([a-zA-Z0-9_-]{1,64})')}$`);
  const known = new Map<string, { project: string; model: string }>();
  return (url: string) => {
    const found = known.get(url);
    if (found) return found;
    const [, project, model] = pattern.exec(url) ?? [];
    if (model === undefined) return undefined;
    if (known.size >= mostAddresses) known.clear();
    known.set(url, { project, model });
    return { project, model };
  };
}

/**
 * Returns a function that identifies the caller; undefined for requests that Fastify's route must refuse or wait for.
 */
function createAdmission(services: FastServices): (request: RequestHead) => Caller | undefined {
  const guard = checkHostAndOrigin(services.config);
  const refuse = refuseProxies(services);
  return (request) => {
    const { method, headers, rawHeaders, httpVersion, url = '' } = request;
    const { accept } = headers;
    if (accept !== undefined && (!takes(accept, 'application/json') || prefersLines(accept))) return undefined;
    return orUndefined(() => {
      guard({ method, headers, rawHeaders, httpVersion, target: url });
      refuse(request);
      const caller = authenticate(request, services);
      if (caller instanceof Promise) return undefined;
      requirePermission(caller, action);
      return caller;
    });
  };
}

function createAnswerer(services: FastServices, windows: RateWindows) {
  const { models } = services;
  const ratesOfRequest = ratesOf(services);
  const check = compileCheck(predictBody, 'json');
  return ({ request, project, model, caller }: Asked, body: Buffer) =>
    orUndefined(() => {
      const served = models.find(project, model);
      if (served === undefined || !mayReach(caller, served.projectId)) return undefined;
      const address = request.socket.remoteAddress ?? '';
      const policies: readonly RatePolicy[] = ratesOfRequest({ action, caller, address, projectName: project });
      if (policies.length > 0 && windows.violated(policies).length > 0) return undefined;
      const value = parseJsonBody(textOfJson(body));
      const found = predictAtOnce(services, served, Array.isArray(value) ? value : check(value), ',');
      if (typeof found?.text !== 'string' || found.text.length + 2 > mostCharacters) return undefined;
      keepAnswer(services, served, found.rows);
      windows.takeAll(policies);
      noteRequester(served.projectId);
      return { text: `[${found.text}]`, policies };
    });
}

/** Returns undefined instead of throwing: Fastify's route then fails the same way and explains it. */
function orUndefined<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
