import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ServiceError } from '../../errors.ts';
import type { App } from '../../http/reply/app.ts';
import { sendProblem } from '../../http/reply/failures.ts';
import { serviceErrorOf } from '../../http/reply/problem.ts';
import { problems } from '../../http/reply/schemas.ts';
import { ownAddressOf } from '../../http/request/own-address.ts';
import type { McpServices } from './context.ts';

const address = '/.well-known/oauth-protected-resource';

/** The metadata of RFC 9728, by which clients find out where to get a token for MCP. */
const metadata = Type.Object(
  {
    resource: Type.String({ description: 'The address that tokens and keys are for.' }),
    resource_name: Type.String(),
    authorization_servers: Type.Optional(
      Type.Array(Type.String(), { description: 'The issuer of tokens; absent where only keys are accepted.' }),
    ),
    bearer_methods_supported: Type.Array(Type.String()),
    resource_documentation: Type.String(),
  },
  { title: 'ProtectedResource' },
);

/** Adds the metadata of `/mcp` as a protected resource; 404 while no key is needed. */
export function addProtectedResource(app: App, { config, keys }: Pick<McpServices, 'config' | 'keys'>): void {
  const describe = (request: FastifyRequest) => {
    if (keys.isOpen) throw new ServiceError('route_not_found', 'No key is needed here, so there is nothing to tell.');
    const base = ownAddressOf(request, config);
    return {
      resource: `${base}/mcp`,
      resource_name: 'Sibyl',
      ...(config.oidcIssuer === '' ? {} : { authorization_servers: [config.oidcIssuer] }),
      bearer_methods_supported: ['header'],
      resource_documentation: `${base}/docs`,
    };
  };
  const route = { action: 'service.documentation' } as const;
  const response = { 200: metadata, ...problems('route_not_found') };
  const documented = {
    tags: ['Service'],
    operationId: 'describeProtectedResource',
    summary: 'Where MCP clients get a token',
    description: 'OAuth protected resource metadata (RFC 9728); 404 while no key is needed.',
  };
  app.get(address, { schema: { ...documented, response }, config: route }, async (request) => describe(request));
  // Clients insert the address before the path of the resource.
  app.get(`${address}/mcp`, { schema: { hide: true, response }, config: route }, async (request) => describe(request));
}

/** Sends a failure of `/mcp`; one for want of a key tells where the metadata is. */
export function refuseWithMetadata({ config }: Pick<McpServices, 'config'>) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const error = serviceErrorOf(thrown, request.routeOptions.bodyLimit);
    const challenge = error.headers?.['www-authenticate'];
    if (challenge === undefined) return sendProblem(request, reply, error);
    const told = `${challenge}, resource_metadata="${ownAddressOf(request, config)}${address}"`;
    const { code, message, cause, errors, extensions } = error;
    const headers = { ...error.headers, 'www-authenticate': told };
    return sendProblem(request, reply, new ServiceError(code, message, { cause, errors, extensions, headers }));
  };
}
