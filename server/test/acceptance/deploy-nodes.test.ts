/** Files for operators of several nodes (compose, nginx, Kubernetes), as far as no engine is needed to judge them. */
import { readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { CORE_SCHEMA, load, loadAll, mergeTag } from 'js-yaml';
import { expect, test } from 'vitest';
import { settings } from '../../src/config.ts';
import { unseenIn, watch } from '../unknown-names.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const known = Object.values(settings).map(({ variable }) => variable as string);

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  // biome-ignore lint/suspicious/noExplicitAny: each kind has a shape of its own, which its schema judges
  [field: string]: any;
}

const manifests: Manifest[] = ['sibyl', 'first-key', 'autoscale-workers'].flatMap(
  (name) => loadAll(read(`deploy/kubernetes/${name}.yaml`)) as Manifest[],
);

/** Validates by the schema of Kubernetes or KEDA. Returns the names that it does not know. */
async function judge(manifest: Manifest): Promise<string[]> {
  const { apiVersion, kind } = manifest;
  const models = apiVersion.startsWith('keda') ? '@kubernetes-models/keda' : 'kubernetes-models';
  const { [kind]: model } = await import(`${models}/${apiVersion}/${kind}`);
  const seen = new Set<string>();
  model.prototype.validate.call(watch(manifest, seen));
  return unseenIn(manifest, seen);
}

test.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
  '%s is valid by its schema, and has no name that the schema does not know',
  async (_name, manifest) => {
    expect(await judge(manifest)).toEqual([]);
  },
);

test('a misspelled name and a wrong value are noticed', async () => {
  const deployment = structuredClone(manifests.find(({ kind }) => kind === 'Deployment')!);
  deployment.spec.template.spec.containers[0].livenesProbe = {};
  expect(await judge(deployment)).toEqual(['/spec/template/spec/containers/0/livenesProbe']);
  deployment.spec.replicas = 'two';
  await expect(judge(deployment)).rejects.toThrow('replicas');
});

test('pods run as nobody special on a root that they cannot write, with probes, and set what is a setting', () => {
  const pods = manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
  for (const { kind, spec } of pods) {
    const { securityContext, automountServiceAccountToken, containers } = spec.template.spec;
    expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    expect(automountServiceAccountToken).toBe(false);
    const rights = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } };
    expect(containers[0].securityContext).toEqual(rights);
    if (kind === 'Deployment')
      for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'])
        expect(containers[0][probe].httpGet.path).toMatch(/^\/health\/(?:live|ready)$/);
  }
  const given = manifests.flatMap(({ kind, data, spec }) => [
    ...(kind === 'ConfigMap' ? Object.keys(data) : []),
    ...(kind === 'Deployment' ? spec.template.spec.containers[0].env.map(({ name }: { name: string }) => name) : []),
  ]);
  expect(given.filter((name) => !known.includes(name))).toEqual([]);
});

test('every deployment has a budget for disruptions, and is scaled', () => {
  const namesOf = (kind: string) => manifests.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name);
  expect(namesOf('PodDisruptionBudget')).toEqual(namesOf('Deployment'));
  const scaled = [...namesOf('HorizontalPodAutoscaler'), ...namesOf('ScaledObject')];
  expect(scaled).toEqual(namesOf('Deployment'));
});

test('compose starts two nodes of each role behind the servers of nginx, and sets what is a setting', () => {
  const { services, volumes } = load(read('deploy/compose.yaml'), {
    schema: CORE_SCHEMA.withTags(mergeTag),
  }) as Manifest;
  const nodes = Object.entries<Manifest>(services).filter(([, { environment }]) => environment?.SIBYL_ROLE);
  const roles = nodes.map(([name, { environment }]) => [name, environment.SIBYL_ROLE]);
  expect(roles).toEqual([
    ['api1', 'api'],
    ['api2', 'api'],
    ['worker1', 'worker'],
    ['worker2', 'worker'],
  ]);
  for (const [name, node] of nodes) {
    expect(node).toMatchObject({ read_only: true, cap_drop: ['ALL'], volumes: [`${name}:/data`] });
    const given = Object.keys(node.environment).filter((variable) => !variable.startsWith('AWS_'));
    expect(given.filter((variable) => !known.includes(variable))).toEqual([]);
  }
  expect(Object.keys(volumes)).toEqual(expect.arrayContaining(nodes.map(([name]) => name)));
  const servers = [...read('deploy/nginx.conf').matchAll(/^ +server (\w+):4747/gm)].map(([, name]) => name);
  expect(servers).toEqual(['api1', 'api2']);
  const needed = [...read('deploy/compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
  for (const name of needed) expect(read('deploy/example.env')).toMatch(new RegExp(`^${name}=`, 'm'));
});

test('nodes trust no more than the balancer, whose address nobody else gets', () => {
  const { services, networks } = load(read('deploy/compose.yaml'), {
    schema: CORE_SCHEMA.withTags(mergeTag),
  }) as Manifest;
  const plain = (text: string) => text.replace(/\$\{\w+:-([^}]*)\}/g, '$1');
  const address = plain(services.balancer.networks.front.ipv4_address);
  for (const name of ['api1', 'api2', 'worker1', 'worker2'])
    expect(plain(services[name].environment.SIBYL_TRUSTED_PROXIES)).toBe(address);
  const [{ subnet, ip_range }] = networks.front.ipam.config;
  const holds = (network: string) => {
    const list = new BlockList();
    const [base, prefix] = plain(network).split('/');
    list.addSubnet(base, Number(prefix));
    return list.check(address);
  };
  expect([holds(subnet), holds(ip_range)]).toEqual([true, false]);
  for (const name of ['api1', 'api2']) expect(services[name].networks).toEqual(['default', 'front']);
  const { data } = manifests.find(({ kind }) => kind === 'ConfigMap')!;
  expect(data.SIBYL_TRUSTED_PROXIES).toBe('');
});
