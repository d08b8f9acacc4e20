import { answerOwner } from '../../http/request/idempotency-keys.ts';
import { agentKeyOwner } from '../../resources/agents/service.ts';
import { installationOwner } from '../../resources/chatbots/installing/installations-of.ts';
import { sealOwner as chatbotOwner } from '../../resources/chatbots/record.ts';
import { parametersOwner } from '../../resources/connections/record.ts';
import { embeddingKeyOwner } from '../../resources/knowledge/embedding/settings.ts';
import { rerankKeyOwner } from '../../resources/knowledge/rerank/settings.ts';
import { paramsOwner } from '../../resources/skills/record.ts';
import { sealOwner as webhookOwner } from '../../resources/webhooks/deliver.ts';

export type Row = Readonly<Record<string, unknown>>;

/** A column with sealed secrets. */
export interface SealedPlace {
  table: string;
  /** The primary key. */
  key: string;
  column: string;
  /** The owner that the secrets of a row were sealed for. */
  ownerOf: (row: Row) => string;
}

const byId = (owner: (id: string) => string) => (row: Row) => owner(String(row.id));

/** Every column in which secrets are kept sealed; a test finds one that is missing here. */
export const sealedPlaces: readonly SealedPlace[] = [
  { table: 'agents', key: 'id', column: 'sealed_api_key', ownerOf: byId(agentKeyOwner) },
  { table: 'skills', key: 'id', column: 'params', ownerOf: byId(paramsOwner) },
  { table: 'connections', key: 'id', column: 'parameters', ownerOf: byId(parametersOwner) },
  { table: 'knowledge_bases', key: 'id', column: 'embedding', ownerOf: byId(embeddingKeyOwner) },
  { table: 'knowledge_bases', key: 'id', column: 'rerank', ownerOf: byId(rerankKeyOwner) },
  { table: 'webhooks', key: 'id', column: 'secret', ownerOf: byId(webhookOwner) },
  { table: 'webhooks', key: 'id', column: 'former_secret', ownerOf: byId(webhookOwner) },
  { table: 'chatbots', key: 'id', column: 'sealed_secrets', ownerOf: byId(chatbotOwner) },
  {
    table: 'chatbot_installations',
    key: 'id',
    column: 'sealed_token',
    ownerOf: (row) => installationOwner(String(row.chatbot_id), String(row.tenant)),
  },
  { table: 'idempotency_keys', key: 'key', column: 'answer', ownerOf: (row) => answerOwner(String(row.key)) },
];
