import type { ErrorCode } from '../../errors.ts';

interface Help {
  cause: string;
  cure: string;
  /** An example of `detail`. */
  detail: string;
}

/** Returns the help that the errors of all missing records share. */
function missing(what: string, detail: string, more = ''): Help {
  return {
    cause: `The address or the body names ${what} that does not exist here: it was deleted or renamed, or it is in another project.`,
    cure: `List the existing records, and use a name or an ID from that list; names are case-sensitive.${more}`,
    detail,
  };
}

/** The cause, the cure and an example of every error code. */
export const errorHelp: Record<ErrorCode, Help> = {
  invalid_json: {
    cause: 'The content type of the body is JSON, but the body cannot be parsed as JSON.',
    cure: 'Send valid JSON in UTF-8: double quotes, no comma after the last item. In a shell put the body in single quotes.',
    detail: 'The body is not valid JSON: Expected double-quoted property name at position 14.',
  },
  invalid_input: {
    cause: 'A field of the body or of the query string is missing, unknown, or has a value that is not allowed.',
    cure: '`errors` names each such field by `pointer` and says what would be right; a pointer that begins with `?` is a query parameter.',
    detail: '/0/sqft must be a number, got "big".',
  },
  invalid_id: {
    cause: 'No record can have the name or ID in the address: it is too long or has characters that names cannot have.',
    cure: 'Names have 1 to 128 letters, digits, `_` and `-`. Encode others in an address as `%XX`.',
    detail: 'A name in the address is too long: names have at most 128 characters.',
  },
  malformed_request: {
    cause:
      'The request breaks the rules of HTTP, such as a broken percent sign in the address or a wrong `Content-Length`.',
    cure: 'Use an HTTP library or curl, and encode parts of the address, such as `%` as `%25`.',
    detail: 'The address holds a broken percent sign: write it as %25.',
  },
  unreadable_file: {
    cause:
      'The file is not a table that Sibyl can read: rows of different lengths, a wrong delimiter, a broken archive, or an empty file.',
    cure: 'The detail names the line. Repair it, or say how the file is written: `delimiter`, `quote`, `header_row`, `skip_rows`, `encoding`, `sheet`.',
    detail: 'Line 3 has 1 cell, the header 2.',
  },
  unreadable_document: {
    cause: 'No text can be read from the document: it is broken, protected by a password, a scan, or takes too long.',
    cure: '`errors[].code` names the reason. Save it again without a password, or recognise the text of a scan first (OCR).',
    detail: 'scan.pdf holds no text: it is a picture of a page.',
  },
  unauthenticated: {
    cause: 'The service requires a key, but the request has none, or one that is unknown, revoked or expired.',
    cure: 'Send `Authorization: Bearer sib_…` or `X-Api-Key: sib_…`. An operator makes keys by `sibyl keys create --role editor`.',
    detail: 'The key is not known, was revoked or has expired.',
  },
  invalid_signature: {
    cause:
      'A request of a chat platform is not signed with the secret of the chatbot, or the clock of one side is wrong.',
    cure: 'Copy the signing secret of the platform into the channel of the chatbot again, and check the clock of this machine.',
    detail: 'The signature of the request is not that of Slack.',
  },
  not_permitted: {
    cause: 'The role of the key does not include this operation, or the key is limited to other projects.',
    cure: 'Use a key with a higher role (`viewer`, `predictor`, `editor`, `admin`), or let an admin add the project to this key.',
    detail: 'The key web-shop has the role predictor; this needs editor.',
  },
  forbidden_host: {
    cause:
      'The `Host` header does not name this service. The check protects against web pages that try to reach into your network.',
    cure: 'Set `SIBYL_PUBLIC_URL` to the address that people use, or add the name to `SIBYL_ALLOWED_HOSTS`.',
    detail: 'The host evil.example is not one of this service.',
  },
  forbidden_origin: {
    cause: 'A web page of another origin called the service from a browser.',
    cure: 'Add its origin to `SIBYL_ALLOWED_ORIGINS`; for the widget, to `allowed_origins` of the channel.',
    detail: 'Pages of https://shop.example.com may not call this service.',
  },
  route_not_found: {
    cause: 'No operation has this address; often a typo, or a part is missing such as `/projects/default`.',
    cure: 'Look it up in `/docs`, which lists every address, or in `/openapi.json`.',
    detail: 'Nothing answers at /api/modles; /docs lists every address.',
  },
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
  method_not_allowed: {
    cause: 'The address exists, but it does not support this method.',
    cure: 'Use one of the methods that the header `Allow` of the answer lists.',
    detail: 'PATCH is not possible here; the address takes GET, HEAD, PUT, DELETE.',
  },
  not_acceptable: {
    cause: 'The header `Accept` names only formats that this operation cannot return.',
    cure: 'Leave `Accept` out, or send one of the formats that the detail lists.',
    detail: 'The answer comes as application/json; accept that, or leave Accept out.',
  },
  request_timeout: {
    cause: 'The request did not arrive completely within the time limit of the service.',
    cure: 'Send it again over a better connection; an operator can raise `SIBYL_REQUEST_TIMEOUT_MS` for large uploads.',
    detail: 'The request did not arrive within 3600 s.',
  },
  agent_in_use: {
    cause: 'Chatbots use the agent that should be deleted.',
    cure: 'Give those chatbots another agent or delete them first, or delete with `force=true`, which stops them.',
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
    cure: 'Wait for that answer and ask again, or ask without `conversation_id` to begin another conversation.',
    detail: 'Conversation cnv_01JZ0000000000000000000000 still answers an earlier question.',
  },
  secret_unreadable: {
    cause: 'A stored secret was sealed with a master key that this service does not have.',
    cure: 'Start the service with the `SIBYL_MASTER_KEY` (or the file `master.key`) with which the secret was stored, or send the secret again.',
    detail: 'The password of connection shop was encrypted with another master key; send it again.',
  },
  last_admin_key: {
    cause: 'Without this key nobody could manage keys any more over the API.',
    cure: 'Make another admin key first. Only the operator may remove the last one: `sibyl keys revoke`.',
    detail: 'admin is the last admin key.',
  },
  answer_lost: {
    cause:
      'A request with this `Idempotency-Key` was carried out, but the service stopped before it stored the response.',
    cure: 'Read the records: the change was made. Check them before you send the request under another key.',
    detail: 'The first request under this Idempotency-Key was carried out, but its response is lost.',
  },
  request_in_progress: {
    cause: 'The first request with this `Idempotency-Key` is not answered yet.',
    cure: 'Wait as long as `Retry-After` says and send the same request again: it gets the answer of the first.',
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
  body_too_large: {
    cause: 'The JSON body is larger than this operation accepts.',
    cure: 'Send fewer rows at a time, or send rows as a file: uploads have a limit of their own. `limit` is the figure in bytes.',
    detail: 'The body is larger than 8388608 bytes.',
  },
  upload_too_large: {
    cause: 'The file is larger than the service or the project allows.',
    cure: 'Send it compressed (gzip) or as Parquet, split it and append, or raise `SIBYL_MAX_UPLOAD_BYTES` or the limit of the project.',
    detail: 'The upload is larger than 4000000000 bytes.',
  },
  too_many_rows: {
    cause: 'The request has more rows than one request may have.',
    cure: 'Predict in parts, or as a batch: `POST …/models/{name}/predictions` takes tables of any size.',
    detail: 'A request predicts at most 100000 rows; a batch takes any number.',
  },
  unsupported_media_type: {
    cause: '`Content-Type` is not one that this operation reads, or the body is compressed by `Content-Encoding`.',
    cure: "Send JSON with `-H 'Content-Type: application/json'`, a file with its own type, and no `Content-Encoding`.",
    detail: 'The body must be sent as application/json.',
  },
  column_not_found: {
    cause: 'A target, an option or a query names a column that the table does not have.',
    cure: 'The detail lists the columns, and the one that was probably meant; names are case-sensitive.',
    detail: '/target: there is no column preis; did you mean Preis? the columns are Datum, Stadt, Preis.',
  },
  not_comparable: {
    cause: 'The two models predict different columns, or have no rows in common that at least one of them held out.',
    cure: 'Compare models of one target that learned from the same table, or from versions of it. Train an older model again: it then keeps its answers to held-out rows.',
    detail: 'Version 1 of model rent predicts rent, but version 1 of model churn predicts churn.',
  },
  rows_do_not_fit: {
    cause:
      'Rows that were to be appended have other columns, or cells that cannot be read as the type of their column.',
    cure: 'Send all columns of the table (null where unknown). The detail names line and cell; nothing was stored.',
    detail: 'Line 2, column b: "x" is not an integer.',
  },
  query_too_long: {
    cause: 'The SQL is longer than the project allows (`sql_bytes`); nothing of it was read.',
    cure: 'Load long lists of values as a table and join it, or raise the limit (`SIBYL_MAX_SQL_BYTES`).',
    detail: 'The text of the query is longer than 100000 bytes: load long lists of values as a table, and join it.',
  },
  query_refused: {
    cause: 'The SQL does more than read the tables of its project: it writes, has several statements, or reads files.',
    cure: 'Send one SELECT over the tables of the project or the connection.',
    detail: 'Only SELECT is allowed.',
  },
  query_failed: {
    cause: 'The SQL has an error, or fails on the data: a wrong name, a wrong type, a division by zero.',
    cure: 'The detail is what the database says, with the position. Put names with spaces or capitals in double quotes.',
    detail: 'There is no table homes in the project; its tables are: home_rentals.',
  },
  query_time_limit: {
    cause: 'The query ran longer than allowed, and was ended.',
    cure: 'Read fewer rows or columns, aggregate first, or raise the limit of the project (`query_timeout_ms`).',
    detail: 'The query ran longer than 30000 ms.',
  },
  query_memory_limit: {
    cause: 'The query needed more memory than allowed, and was ended.',
    cure: 'Aggregate or filter before you sort or join, or raise the limit of the project (`query_memory_bytes`).',
    detail: 'The query needs more than 536870912 bytes of memory.',
  },
  address_not_allowed: {
    cause:
      'The address is in a private network or on this machine, and callers may not make the service call such addresses.',
    cure: 'Use a public address, or ask the operator to add it to `SIBYL_OUTGOING_ALLOWED`.',
    detail: 'The address 10.0.0.1 is not public; SIBYL_OUTGOING_ALLOWED can allow it.',
  },
  agent_loop: {
    cause:
      'Agents that ask each other through skills form a loop, their chain is too long, or they used up `completion_steps`.',
    cure: 'Remove the skill of type `agent` from one of them.',
    detail: 'Agent a asks agent b, which asks agent a.',
  },
  prediction_not_finite: {
    cause: 'The prediction for a row is not a finite number, because its inputs are far beyond the training data.',
    cure: 'Check the row that the detail names: correct its inputs, or leave the extreme one out.',
    detail: 'Row 0: the model gives no finite number.',
  },
  provider_refused_request: {
    cause:
      'The provider of the language model refuses the request: an unknown model, a parameter it does not take, too long a text.',
    cure: 'The detail is what the provider says. Change `model_name` or the parameters of the agent.',
    detail: 'openai says 400: The model gpt-9 does not exist.',
  },
  embedding_mismatch: {
    cause: 'The embedding model gives vectors of another length than those in the knowledge base.',
    cure: 'Set the previous embedding model again, or change `embedding` of the base, which computes all vectors again.',
    detail: 'The vectors have 768 numbers; those of handbook have 1536.',
  },
  idempotency_key_reused: {
    cause: 'An earlier request with this `Idempotency-Key` had another body, query or address.',
    cure: 'Make a new key for each change, such as a UUID, and repeat a key only with the very same request.',
    detail: 'Another body was sent under this Idempotency-Key before.',
  },
  too_many_records: {
    cause: 'The project has as many records of this kind as the limit in `limit_name` allows.',
    cure: 'Delete one (a webhook can receive several types of events), or have an admin raise the limit of the project.',
    detail: 'Project shop has at most 20 webhooks.',
  },
  project_full: {
    cause:
      'Tables, models, documents, results and uploads under way would together exceed the `stored_bytes` of the project.',
    cure: 'Delete what is not needed, or let an admin raise the limit of the project.',
    detail: 'The project would store more than 1000000000 bytes; delete tables, models, documents or results first.',
  },
  rate_limited: {
    cause: 'The key, the address or the project sends more requests than its rate allows.',
    cure: 'Wait as long as `Retry-After` says; send several rows in one predict request instead of one request per row.',
    detail: 'More than 100 requests a second.',
  },
  tokens_used_up: {
    cause: 'The agents of the project, or those that the key asked, have used as many tokens as they may in a day.',
    cure: 'Wait until `resets_at`, let an admin raise `tokens_a_day` of the project or the key, or ask an agent without a language model.',
    detail:
      'The project has used 1000412 of its 1000000 tokens of today; the next day begins at 2026-11-29T00:00:00.000Z.',
  },
  headers_too_large: {
    cause: 'The headers, or the address, are larger than 16 kB; often cookies of another program on the same host.',
    cure: 'Send fewer cookies, and put long values in a body.',
    detail: 'The headers of the request are larger than 16 KiB.',
  },
  request_cancelled: {
    cause: 'The caller closed the connection before the answer; only logs and the audit show this.',
    cure: 'Nothing, if you meant to cancel. Otherwise raise the time limit of the client or of the proxy.',
    detail: 'The caller disconnected before the response.',
  },
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
    cause: 'The database of the connection refuses, cannot be reached, or ended the query.',
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
    cure: 'Close streams that nobody reads, share one among pages, or raise `SIBYL_EVENT_LISTENERS`.',
    detail: 'At most 1000 event streams are open at once.',
  },
  backend_unavailable: {
    cause: 'PostgreSQL or the store of files, which the nodes of the service share, cannot be reached from this node.',
    cure: 'Try again in some seconds, a write under the same `Idempotency-Key`: it may have been made. Models in memory predict meanwhile. `/health/ready` of the node says how long its database has been silent.',
    detail: 'The database of the service cannot be reached at the moment; try again soon.',
  },
  overloaded: {
    cause: 'More requests or bytes are waiting than the service can hold.',
    cure: 'Wait as long as `Retry-After` says and try again; clients of Sibyl do so by themselves.',
    detail: 'Too many requests wait; try again in a moment.',
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
    cause: 'A message came for a chatbot that does not run.',
    cure: 'Start it: `POST …/chatbots/{name}/start`. When it is in `error`, its `last_error` says why.',
    detail: 'Chatbot shop_help is stopped.',
  },
  shutting_down: {
    cause: 'The service is stopping, because it is being restarted or updated.',
    cure: 'Try again in some seconds; clients of Sibyl do so by themselves.',
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
    cure: 'Set `api_key` of the agent or the variable of the provider, or leave `model` out: the agent then answers by rules.',
    detail: 'The provider openai needs a key: set model.api_key.',
  },
  remote_time_limit: {
    cause: 'The other service did not answer a skill in time.',
    cure: 'Try again; raise `timeout_ms` of the skill when it is always slow.',
    detail: 'https://tools.example.com did not answer within 10000 ms.',
  },
  provider_timeout: {
    cause: 'The provider of the language model did not answer in time.',
    cure: 'Try again; raise `timeout_ms` of the agent, or take a faster model.',
    detail: 'openai did not answer within 60000 ms.',
  },
  storage_full: {
    cause: 'The disk of the service is full; nothing was stored, but records can still be read.',
    cure: 'Free space: delete tables, models and old backups, or move the data folder to a larger disk.',
    detail: 'The disk of the service is full; nothing was stored.',
  },
};
