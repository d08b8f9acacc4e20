import type { ErrorCode } from '../../../errors.ts';
import type { Help } from './help.ts';

/** Returns the help that the errors of all missing records share. */
function missing(what: string, detail: string, more = ''): Help {
  return {
    cause: `The address or the body names ${what} that does not exist here: it was deleted or renamed, or it is in another project.`,
    cure: `List the existing records, and use a name or an ID from that list; names are case-sensitive.${more}`,
    detail,
  };
}

/** Records that are missing, in the wrong state, or changed by others. */
export const helpWithRecords = {
  project_not_found: missing(
    'a project',
    'There is no project pricing.',
    ' A key that is limited to projects sees no others.',
  ),
  table_not_found: missing('a table', 'There is no table homes in project default.'),
  model_not_found: missing('a model', 'There is no model rent in project default.'),
  prediction_not_found: missing(
    'a batch of predictions',
    'Model rent has no batch prd_01JZ0000000000000000000000.',
    ' Results are deleted after the time that the operator sets.',
  ),
  agent_not_found: missing('an agent', 'There is no agent helper in project default.'),
  message_not_found: missing('a message', 'Agent assistant has given no answer msg_01JZ0000000000000000000000.'),
  evaluation_not_found: missing('an evaluation', 'Agent assistant has no evaluation first.'),
  conversation_not_found: missing(
    'a conversation',
    'Agent assistant has no conversation cnv_01JZ0000000000000000000000.',
  ),
  skill_not_found: missing('a skill', 'There is no skill rentals in project default.'),
  version_not_found: missing('a version', 'Model rent has no version 9.', ' `GET …/versions` lists them.'),
  tool_not_found: missing('a tool of a skill', 'Skill rentals has no tool fly; it has query.'),
  knowledge_base_not_found: missing('a knowledge base', 'There is no knowledge base handbook in project default.'),
  document_not_found: missing('a document', 'Knowledge base handbook has no document pets.md.'),
  webhook_not_found: missing('a webhook', 'There is no webhook trained in project default.'),
  delivery_not_found: missing('a delivery', 'Webhook trained has no delivery dlv_01JZ0000000000000000000000.'),
  connection_not_found: missing('a connection', 'There is no connection shop in project default.'),
  chatbot_not_found: missing('a chatbot', 'There is no chatbot shop_help in project default.'),
  trash_entry_not_found: missing('an entry of the trash', 'There is nothing called orders in the trash.'),
  key_not_found: missing('a key', 'There is no key web-shop.'),
  agent_in_use: {
    cause: 'Chatbots use the agent that should be deleted.',
    cure: 'Give those chatbots another agent or delete them first, or delete with `force=true`: they answer nothing until the agent is restored from the trash; with `permanently=true` they are stopped.',
    detail: 'Chatbot shop_help uses agent assistant.',
  },
  name_taken: {
    cause: 'Another record of the project has this name already.',
    cure: 'Choose another name, change the existing record, or send `replace=true` where the operation has it.',
    detail: 'There is a table homes in this project already; append to it, delete it, or send replace=true.',
  },
  project_not_empty: {
    cause: 'The project still contains records, and only an empty project is deleted without `cascade`.',
    cure: 'Delete its contents first, or delete the project with `?cascade=true`, which deletes them as well.',
    detail: 'Project pricing holds 2 tables and 1 model; cascade=true deletes them as well.',
  },
  skill_in_use: {
    cause: 'Agents use the skill that should be deleted.',
    cure: 'Remove it from those agents first, or delete it with `force=true`, which removes it from them.',
    detail: 'Agent rental_desk uses skill rentals.',
  },
  model_not_ready: {
    cause: 'The model has no complete version yet: its first training is waiting, running, or failed.',
    cure: '`model_status` and `progress` show its state. Wait until `GET …/models/{name}/events` ends; `error` says why a training failed.',
    detail: 'Version 1 of model rent is training.',
  },
  wrong_state: {
    cause:
      'The state of the record does not allow this: a training that is complete, for example, cannot be cancelled.',
    cure: 'Read the record: `status` shows its state. Repeat the request when the state allows it, or at once when the detail says "at the same moment".',
    detail: 'Version 1 of model rent is complete: there is nothing to cancel.',
  },
  deleted_meanwhile: {
    cause: 'Somebody deleted a record that this one needs between the check and the write.',
    cure: 'Read the records again, and repeat the request.',
    detail: 'Something that the record belongs to or names was deleted at the same moment; look again and repeat.',
  },
  conversation_busy: {
    cause: 'An earlier question of the same conversation is still being answered; turns go one after the other.',
    cure: 'Wait for that answer and ask again, or ask without `conversation_id` to start another conversation.',
    detail: 'Conversation cnv_01JZ0000000000000000000000 still answers an earlier question.',
  },
  secret_unreadable: {
    cause: 'A stored secret was sealed with a master key that this service does not have.',
    cure: 'Start the service with the `SIBYL_MASTER_KEY` (or the file `master.key`) with which the secret was stored, or send the secret again.',
    detail: 'The password of connection shop was encrypted with another master key; send it again.',
  },
  last_admin_key: {
    cause: 'Without this key, nobody could manage keys over the API.',
    cure: 'Create another admin key first. Only the operator may remove the last one: `sibyl keys revoke`.',
    detail: 'admin is the last admin key.',
  },
  answer_lost: {
    cause:
      'A request with this `Idempotency-Key` was carried out, but the service stopped before it stored the response.',
    cure: 'Read the records: the change was made. Check them before you send the request with another key.',
    detail: 'The first request under this Idempotency-Key was carried out, but its response is lost.',
  },
  request_in_progress: {
    cause: 'The first request with this `Idempotency-Key` is still running.',
    cure: 'Wait as long as `Retry-After` says and send the same request again: it gets the response to the first.',
    detail: 'A request with this Idempotency-Key is still running.',
  },
  events_gone: {
    cause: 'The cursor points to events that are no longer kept.',
    cure: 'Begin again without `cursor`, and read the records themselves for what was missed.',
    detail: 'Events after 17 are no longer kept; the oldest is 1042.',
  },
  stale_record: {
    cause: 'The record has changed since the state that `If-Match` names.',
    cure: 'Read the record again, decide whether your change still fits, and send it with the new `ETag`.',
    detail: 'Model rent has changed since it was read.',
  },
} satisfies Partial<Record<ErrorCode, Help>>;
