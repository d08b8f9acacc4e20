import { invalidField } from '../../../errors.ts';
import { readOpenApi } from './read-openapi.ts';
import type { HttpRequest } from './request.ts';

type Parameter = HttpRequest['parameters'][number];

interface GivenRequest extends Partial<Omit<HttpRequest, 'name' | 'path' | 'parameters'>> {
  name: string;
  path: string;
  parameters?: (Omit<Parameter, 'in'> & Partial<Pick<Parameter, 'in'>>)[];
}

/** The stored params, which the schema of the kind has checked. */
export interface HttpParams {
  base_url?: string;
  requests?: GivenRequest[];
  openapi?: object | string;
  operations?: string[];
  headers?: Record<string, string>;
  timeout_ms?: number;
  max_bytes?: number;
}

/** The params as a skill uses them: without the document, which is read once. */
export interface HttpUse extends Pick<HttpParams, 'headers' | 'timeout_ms' | 'max_bytes'> {
  baseUrl: string;
  requests: HttpRequest[];
  /** Whether schemas of the document were too large, so that they take any value. */
  isCut: boolean;
}

/**
 * Reads params into what the skill needs. With a document this may take seconds.
 * @throws ServiceError `invalid_input` with pointers below `/params`
 */
export function readService({ base_url, requests, openapi, operations, ...plain }: HttpParams): HttpUse {
  if ((requests === undefined) === (openapi === undefined))
    throw invalidField('/params/requests', 'or openapi is required, one of the two', 'required');
  if (requests) {
    requireDistinct(requests.map(({ name }) => name));
    const whole = requests.map(wholeRequest);
    whole.forEach(requirePathParameters);
    return { ...plain, baseUrl: readBaseUrl(base_url).href, requests: whole, isCut: false };
  }
  const { server, ...service } = readOpenApi(openapi!, operations);
  return { ...plain, ...service, baseUrl: readBaseUrl(base_url ?? server).href };
}

function wholeRequest({ parameters = [], ...request }: GivenRequest): HttpRequest {
  const placed = parameters.map((parameter) => ({ in: 'query' as const, ...parameter }));
  return { method: 'GET', description: '', ...request, parameters: placed };
}

/** Returns the address of a service, which must be plain. */
export function readBaseUrl(text: string | undefined): URL {
  if (text === undefined) throw invalidField('/params/base_url', 'is required: where the service is', 'required');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain =
    url && /^https?:$/.test(url.protocol) && `${url.username}${url.password}${url.search}${url.hash}` === '';
  if (!isPlain)
    throw invalidField(
      '/params/base_url',
      'must be an http or https address without password, ? and #',
      'wrong_format',
    );
  return url;
}

function requireDistinct(names: readonly string[]): void {
  const twin = names.findIndex((name, index) => names.indexOf(name) < index);
  if (twin >= 0) throw invalidField(`/params/requests/${twin}/name`, 'is the name of another request', 'not_allowed');
}

function requirePathParameters({ path, parameters }: HttpRequest, index: number): void {
  const named = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  const given = parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name);
  const stray = [...named.filter((name) => !given.includes(name)), ...given.filter((name) => !named.includes(name))][0];
  if (stray !== undefined)
    throw invalidField(
      `/params/requests/${index}/path`,
      `and parameters in the path must name the same; ${stray} is only in one`,
    );
}
