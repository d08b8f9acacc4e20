/** What requests of the fuzz run may find. */
export interface Furnished {
  /** Of keys: each role, for all projects and for one; and one that is no key. */
  secrets: string[];
  /** Names of records that are there. */
  names: string[];
  /** Names to fill the parameters of paths with. */
  known: Record<string, readonly string[]>;
}

const rows = Array.from({ length: 40 }, (_, index) => ({
  rooms: index % 5,
  price: 100 + 30 * (index % 5) + (index % 7),
}));

/** Fills an empty service with a record of each kind and a key of each role. */
export async function furnish(base: string): Promise<Furnished> {
  let authorization = '';
  const post = async (path: string, body: object): Promise<{ secret?: string }> => {
    const headers = { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) };
    const response = await fetch(`${base}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as { secret?: string };
  };
  const makeKey = async (key: object) => (await post('/keys', key)).secret ?? '';

  const admin = await makeKey({ name: 'keeper', role: 'admin' });
  authorization = `Bearer ${admin}`;
  await post('/projects', { name: 'fuzzed' });
  await post('/projects/fuzzed/tables?name=homes', rows);
  await post('/projects/fuzzed/models', { name: 'rent', target: 'price', from: { table: 'homes' } });
  await post('/projects/fuzzed/knowledge_bases', { name: 'notes' });
  await post('/projects/fuzzed/agents', { name: 'clerk' });
  await post('/projects/fuzzed/webhooks', { name: 'hook', url: 'https://example.com/hook', enabled: false });
  await post('/keys', { name: 'spare', role: 'viewer' });
  const secrets = [admin, admin, 'none'];
  for (const role of ['editor', 'viewer', 'predictor']) {
    secrets.push(
      await makeKey({ name: `all-${role}`, role }),
      await makeKey({ name: `one-${role}`, role, projects: ['fuzzed'] }),
    );
  }
  const names = ['made', 'made', 'homes', 'rent', 'notes', 'clerk', 'hook'];
  const known = {
    projectName: ['fuzzed', 'fuzzed', 'fuzzed', 'default', 'made'],
    tableName: ['homes', 'made'],
    modelName: ['rent', 'rent', 'rent.1', 'rent.9', 'made'],
    baseName: ['notes', 'made'],
    agentName: ['clerk', 'made'],
    skillName: ['made', 'none'],
    connectionName: ['made', 'none'],
    webhookName: ['hook', 'made'],
    keyName: ['spare', 'none'],
    code: ['internal', 'rate_limited'],
  };
  return { secrets, names, known };
}
