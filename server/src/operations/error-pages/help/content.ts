import type { ErrorCode } from '../../../errors.ts';
import type { Help } from './help.ts';

/** Requests that are well formed and cannot be carried out: queries, rows, limits of a project. */
export const helpWithContent = {
  column_not_found: {
    cause: 'A target, an option or a query names a column that the table does not have.',
    cure: 'The detail lists the columns, and the one that was probably meant; names are case-sensitive.',
    detail: '/target: there is no column preis; did you mean Preis? the columns are Datum, Stadt, Preis.',
  },
  not_comparable: {
    cause: 'The two models predict different columns, or have no rows in common that at least one of them held out.',
    cure: 'Compare models of one target that were trained on the same table or versions of it. Retrain an older model: it then keeps its predictions of held-out rows.',
    detail: 'Version 1 of model rent predicts rent, but version 1 of model churn predicts churn.',
  },
  rows_do_not_fit: {
    cause:
      'Rows that were to be appended have other columns, or cells that cannot be read as the type of their column.',
    cure: 'Send all columns of the table (null where unknown). The detail names line and cell; nothing was stored.',
    detail: 'Line 2, column b: "x" is not an integer.',
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
    cure: 'Check the row that the detail names: correct its inputs, or omit the extreme one.',
    detail: 'Row 0: the model gives no finite number.',
  },
  provider_refused_request: {
    cause:
      'The provider of the language model refuses the request: an unknown model, an unsupported parameter, or a text that is too long.',
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
    cure: 'Use a new key, such as a UUID, for each change, and repeat a key only with exactly the same request.',
    detail: 'Another body was sent with this Idempotency-Key before.',
  },
  too_many_records: {
    cause: 'The project has as many records of this kind as the limit in `limit_name` allows.',
    cure: 'Delete one (a webhook can receive several types of events), or have an admin raise the limit of the project.',
    detail: 'Project shop has at most 20 webhooks.',
  },
  project_full: {
    cause:
      'Tables, models, documents, results and uploads under way would together exceed the `stored_bytes` of the project.',
    cure: 'Delete what you do not need, or have an admin raise the limit of the project.',
    detail: 'The project would store more than 1000000000 bytes; delete tables, models, documents or results first.',
  },
} satisfies Partial<Record<ErrorCode, Help>>;
