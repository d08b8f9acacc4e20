import type { ErrorCode } from '../../../errors.ts';
import type { Help } from './help.ts';

/** Failures of the service, or of what it calls. */
export const helpWithFailures = {
  internal: {
    cause: 'A fault in Sibyl: an unexpected error happened.',
    cure: 'Look for the request ID (`instance`) in the log of the service, and report it with what you sent.',
    detail: 'Something went wrong inside the service',
  },
  database_damaged: {
    cause: 'The file of the records was changed from outside of Sibyl, or its disk is failing.',
    cure: 'Stop the service, move its data folder away and restore the last backup; the next start checks all of the file.',
    detail: 'The file of the records is damaged: stop the service, and restore its last backup.',
  },
  model_damaged: {
    cause: 'The file of a model was changed from outside of Sibyl, or its disk is failing.',
    cure: 'Train the model again, import it, or restore a backup. Other models and the records are not affected.',
    detail: 'The file of the model is damaged: train it again, import it, or restore a backup.',
  },
  connection_failed: {
    cause: 'The database of the connection refused the request, cannot be reached, or ended the query.',
    cure: '`POST …/connections/{name}/test` says what is wrong: address, password, encryption, rights.',
    detail: 'Connection shop: nothing listens at 127.0.0.1:5432.',
  },
  tool_failed: {
    cause: 'A tool of a skill was called, and its own service failed.',
    cure: 'The detail is the message of that service. `POST …/skills/{name}/test` calls the tool alone.',
    detail: 'Tool weather of skill forecast: 500 Internal Server Error.',
  },
  remote_unreachable: {
    cause: 'The address that a skill or webhook names cannot be reached from this machine.',
    cure: 'Check name, port, TLS and firewall from the machine of the service.',
    detail: 'https://tools.example.com cannot be reached (ENOTFOUND).',
  },
  remote_answer_too_large: {
    cause: 'The response of the other service is larger than a skill may read.',
    cure: 'Request less: use a filter, a page, or fewer fields.',
    detail: 'The response is larger than 1000000 bytes.',
  },
  provider_rejected_credentials: {
    cause: 'The provider of the language model does not accept the key of the agent, or of the service.',
    cure: 'Set `api_key` of the agent again, or the variable of the provider, and check its account.',
    detail: 'openai says 401: Incorrect API key provided.',
  },
  provider_failed: {
    cause: 'The provider of the language model failed, or its response does not follow its protocol.',
    cure: 'Try again; check `base_url` when it is not the provider’s own.',
    detail: 'openai says 500: The server had an error.',
  },
  too_many_listeners: {
    cause: 'The maximum number of event streams is open.',
    cure: 'Close unused streams, share one among pages, or raise `SIBYL_EVENT_LISTENERS`.',
    detail: 'At most 1000 event streams are open at once.',
  },
  backend_unavailable: {
    cause:
      'PostgreSQL or the store of files, which the nodes of the service share, cannot be reached from this node, or another process, such as a tool that writes to `sibyl.db`, has locked the database.',
    cure: 'Try again in some seconds, a write under the same `Idempotency-Key`: it may have been made. Models in memory predict meanwhile. `/health/ready` of the node shows how long its database has not responded.',
    detail: 'The database of the service cannot be reached at the moment; try again soon.',
  },
  overloaded: {
    cause: 'More requests or bytes are waiting than the service can hold.',
    cure: 'Wait as long as `Retry-After` says and try again; clients of Sibyl do this automatically.',
    detail: 'Too many requests are waiting; try again in a moment.',
  },
  queue_full: {
    cause: 'The maximum number of jobs (trainings, batches, embeddings) of the project or the service is waiting.',
    cure: 'Wait until some end, or cancel them. `limit_name` and `limit` show which queue is full.',
    detail: 'At most 100 trainings wait in a project.',
  },
  issuer_unavailable: {
    cause: 'The issuer of tokens (OpenID Connect) cannot be reached, so a token cannot be checked.',
    cure: 'Check `SIBYL_OIDC_ISSUER` and the network; keys of Sibyl work meanwhile.',
    detail: 'The issuer https://login.example.com cannot be reached.',
  },
  chatbot_stopped: {
    cause: 'A message arrived for a chatbot that is not running.',
    cure: 'Start it: `POST …/chatbots/{name}/start`. When it is in `error`, its `last_error` says why.',
    detail: 'Chatbot shop_help is stopped.',
  },
  shutting_down: {
    cause: 'The service is stopping, because it is being restarted or updated.',
    cure: 'Try again in some seconds; clients of Sibyl do this automatically.',
    detail: 'The service is stopping.',
  },
  provider_rate_limited: {
    cause: 'The provider of the language model allows no more requests or tokens for now.',
    cure: 'Wait as long as `Retry-After` says, or raise the limits of the account.',
    detail: 'openai says 429: Rate limit reached.',
  },
  provider_unavailable: {
    cause: 'The provider of the language model cannot be reached.',
    cure: 'Check `base_url` and the network; a local one, such as Ollama, must run.',
    detail: 'ollama cannot be reached at http://127.0.0.1:11434.',
  },
  language_model_not_configured: {
    cause: 'The agent names a provider of language models that needs a key, but it has none.',
    cure: 'Set `api_key` of the agent or the variable of the provider, or leave `model` out: the agent then answers without a language model.',
    detail: 'The provider openai needs a key: set model.api_key.',
  },
  remote_time_limit: {
    cause: 'The other service did not answer a skill in time.',
    cure: 'Try again; raise `timeout_ms` of the skill when it is always slow.',
    detail: 'https://tools.example.com did not answer within 10000 ms.',
  },
  provider_timeout: {
    cause:
      'The provider of the language model did not answer in time; or, without one, the question took too long to read.',
    cure: 'Try again, or ask for less at once; raise `timeout_ms` of the agent, or use a faster model.',
    detail: 'openai did not answer within 60000 ms.',
  },
  storage_full: {
    cause: 'The disk of the service is full; nothing was stored, but records can still be read.',
    cure: 'Free space: delete tables, models and old backups, or move the data folder to a larger disk.',
    detail: 'The disk of the service is full; nothing was stored.',
  },
} satisfies Partial<Record<ErrorCode, Help>>;
