import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Media {
  schema?: { examples?: unknown; example?: unknown };
  example?: unknown;
  examples?: unknown;
}
interface Operation {
  operationId: string;
  requestBody?: { content?: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
  parameters?: { name: string; in: string; examples?: unknown; example?: unknown }[];
}
type Document = { paths?: Record<string, Record<string, Operation>> };

/** Recorded by scripts/openapi-examples.ts from a service: per operation, what is sent by type and answered by status. */
interface Recorded {
  requests: Record<string, unknown>;
  answers: Record<string, Record<string, unknown>>;
}

/** Records that the recorded requests name, for the parameters of addresses. */
const named: Record<string, string> = {
  tableName: 'home_rentals',
  modelName: 'home_rentals_model',
  agentName: 'assistant',
  skillName: 'rentals',
  baseName: 'handbook',
  documentName: 'pets.md',
  connectionName: 'shop',
  webhookName: 'trained',
  chatbotName: 'shop_help',
  keyName: 'web-shop',
  evaluationName: 'first',
};

/** Operations that answer what another does. */
const alike: Record<string, string> = { embedKnowledgeBase: 'getKnowledgeBase', cancelEmbedding: 'getKnowledgeBase' };

/** Gives each operation of the document an example of what it takes and answers, where its schema has none. */
export function addExamples<Given extends object>(document: Given): Given {
  const file = join(import.meta.dirname, 'examples.json');
  const recorded: Record<string, Recorded> = JSON.parse(readFileSync(file, 'utf8'));
  const operations = Object.values((document as Document).paths ?? {}).flatMap((path) => Object.values(path));
  for (const operation of operations) {
    const example = recorded[operation.operationId] ?? recorded[alike[operation.operationId]];
    for (const parameter of operation.parameters ?? [])
      if (parameter.in === 'path' && parameter.examples === undefined && named[parameter.name])
        parameter.example ??= named[parameter.name];
    if (example === undefined) continue;
    fill(operation.requestBody?.content, example.requests);
    const given = Object.values(example.answers)[0] ?? {};
    for (const [status, { content }] of Object.entries(operation.responses))
      if (status.startsWith('2')) fill(content, example.answers[status] ?? given);
  }
  return document;
}

function fill(content: Record<string, Media> | undefined, examples: Record<string, unknown>): void {
  for (const [type, media] of Object.entries(content ?? {}))
    if (type in examples && media.schema?.examples === undefined) media.example ??= examples[type];
}
