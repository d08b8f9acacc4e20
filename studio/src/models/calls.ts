import type { Model } from '@sibyl/sdk';
import type { TriedRow } from './tried-row.ts';

/** The same prediction in a shell, TypeScript and Python. */
export function callsOf(origin: string, { project, name, target }: Model, row: TriedRow) {
  const address = `${origin}/api/projects/${encodeURIComponent(project)}/models/${encodeURIComponent(name)}/predict`;
  const json = JSON.stringify([row]);
  const inPython = json.replace(/:null\b/g, ':None');
  return {
    curl: `curl ${address} \\\n  -H 'Content-Type: application/json' \\\n  -d '${json.replaceAll("'", "'\\''")}'`,
    typescript: `import { createClient } from '@sibyl/sdk';

const sibyl = createClient({ url: '${origin}' });
const model = sibyl.project('${project}').model('${name}');
const [answer] = await model.predict(${json});
console.log(answer['${target}'], answer['${target}_min'], answer['${target}_max']);`,
    python: `from sibyl_client import Client

client = Client("${origin}")
model = client.project("${project}").model("${name}")
print(model.predict(${inPython}))`,
  };
}
