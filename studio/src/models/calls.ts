import type { Model } from '@sibyl/sdk';

/** Cells by column. */
type Row = Readonly<Record<string, string | number>>;

/** The same prediction in a shell, TypeScript and Python, each with the line that installs what it needs. */
export function callsOf(origin: string, { project, name, target }: Model, row: Row) {
  const address = `${origin}/api/projects/${encodeURIComponent(project)}/models/${encodeURIComponent(name)}/predict`;
  const json = JSON.stringify([row]);
  const text = (value: string) => JSON.stringify(value);
  const field = (suffix: string) => `answer[${text(target + suffix)}]`;
  return {
    curl: `# with keys: -H "Authorization: Bearer $SIBYL_API_KEY"
curl ${inShell(address)} \\
  -H 'Content-Type: application/json' \\
  -d ${inShell(json)}`,
    typescript: `// npm install @sibyl/sdk
import { createClient } from '@sibyl/sdk';

const sibyl = createClient({ url: ${text(origin)}, key: process.env.SIBYL_API_KEY });
const model = sibyl.project(${text(project)}).model(${text(name)});
const [answer] = await model.predict(${json});
console.log(${field('')}, ${field('_min')}, ${field('_max')});`,
    python: `# pip install sibyl-client
import sibyl

client = sibyl.Client(${text(origin)})  # key: SIBYL_API_KEY, or key="…"
model = client.project(${text(project)}).models.get(${text(name)})
print(model.predict(${inPython(row)}))`,
  };
}

function inShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A row as Python writes it. JSON's texts are Python's too, but for halves of characters, which no row has. */
function inPython(row: Row): string {
  const words: Record<string, string> = { null: 'None', true: 'True', false: 'False' };
  const cells = Object.entries(row).map(([name, cell]) => {
    const json = JSON.stringify(cell) ?? 'null';
    return `${JSON.stringify(name)}: ${words[json] ?? json}`;
  });
  return `{${cells.join(', ')}}`;
}
