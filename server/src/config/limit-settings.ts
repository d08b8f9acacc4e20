import { ceiling, gib, integer, kib, mib } from './readers.ts';

/** Limits of sizes, times and numbers; `ceiling` marks those that a project may lower. */
export const limitSettings = {
  maxJsonBytes: integer('SIBYL_MAX_JSON_BYTES', 10 * mib, 'Largest JSON body, in bytes.', [kib, gib]),
  maxUploadBytes: ceiling(
    'upload_bytes',
    integer('SIBYL_MAX_UPLOAD_BYTES', 4 * gib, 'Largest table upload, in bytes.', [kib, 1024 * gib]),
  ),
  maxDocumentBytes: ceiling(
    'document_bytes',
    integer('SIBYL_MAX_DOCUMENT_BYTES', 50 * mib, 'Largest document of a knowledge base, in bytes.', [kib, gib]),
  ),
  documentTimeoutMs: integer(
    'SIBYL_DOCUMENT_TIMEOUT_MS',
    60_000,
    'Time limit for reading a document, in ms.',
    [100, 3_600_000],
  ),
  documentMemoryBytes: integer('SIBYL_DOCUMENT_MEMORY_BYTES', gib, 'Memory limit for reading a document, in bytes.', [
    128 * mib,
    64 * gib,
  ]),
  storedBytes: ceiling(
    'stored_bytes',
    integer(
      'SIBYL_STORED_BYTES',
      0,
      'Maximum bytes that one project stores, uploads under way included; 0 sets no limit.',
      [0, 1024 * 1024 * gib],
    ),
  ),
  maxPredictRows: ceiling(
    'predict_rows',
    integer('SIBYL_MAX_PREDICT_ROWS', 100_000, 'Maximum rows in one predict request.', [1, 10_000_000]),
  ),
  maxSqlBytes: ceiling(
    'sql_bytes',
    integer('SIBYL_MAX_SQL_BYTES', 100_000, 'Longest text of a SQL query or statement, in bytes.', [1000, 10 * mib]),
  ),
  maxQueryRows: ceiling(
    'query_rows',
    integer('SIBYL_MAX_QUERY_ROWS', 10_000, 'Maximum rows that a query returns.', [1, 1_000_000]),
  ),
  maxQueryAnswerBytes: ceiling(
    'query_answer_bytes',
    integer('SIBYL_MAX_QUERY_ANSWER_BYTES', 64 * mib, 'Largest answer of a query or of rows, in bytes.', [kib, gib]),
  ),
  queryTimeoutMs: ceiling(
    'query_timeout_ms',
    integer('SIBYL_QUERY_TIMEOUT_MS', 30_000, 'Time limit of a query, in ms.', [100, 3_600_000]),
  ),
  queryMemoryBytes: ceiling(
    'query_memory_bytes',
    integer('SIBYL_QUERY_MEMORY_BYTES', gib, 'Memory limit of a query, in bytes.', [64 * mib, 1024 * gib]),
  ),
  requestsPerSecond: integer(
    'SIBYL_REQUESTS_PER_SECOND',
    0,
    'Requests per second of a key without its own rate; 0 sets no limit.',
    [0, 1_000_000],
  ),
  projectRequestsPerSecond: ceiling(
    'requests_per_second',
    integer(
      'SIBYL_PROJECT_REQUESTS_PER_SECOND',
      0,
      'Requests per second to one project, from all keys together; 0 sets no limit.',
      [0, 1_000_000],
    ),
  ),
  tokensADay: ceiling(
    'tokens_a_day',
    integer(
      'SIBYL_TOKENS_A_DAY',
      0,
      'Tokens of language models that the agents of one project may use in a day (UTC); 0 sets no limit.',
      [0, 1_000_000_000_000],
    ),
  ),
  completionTimeoutMs: ceiling(
    'completion_timeout_ms',
    integer('SIBYL_COMPLETION_TIMEOUT_MS', 120_000, 'Time limit of one agent answer, in ms.', [100, 3_600_000]),
  ),
  completionFirstTokenMs: integer(
    'SIBYL_COMPLETION_FIRST_TOKEN_MS',
    30_000,
    'Time limit until a language model begins to answer, in ms.',
    [100, 3_600_000],
  ),
  ggufThreads: integer(
    'SIBYL_GGUF_THREADS',
    0,
    'Threads that run a GGUF file; 0 means the number of cores minus one.',
    [0, 256],
  ),
  ggufMemoryBytes: integer(
    'SIBYL_GGUF_MEMORY_BYTES',
    8 * gib,
    'Memory limit of the process that runs a GGUF file, its weights included, in bytes.',
    [256 * mib, 1024 * gib],
  ),
  ggufContextTokens: integer(
    'SIBYL_GGUF_CONTEXT_TOKENS',
    8192,
    'Tokens that a GGUF file reads and writes at once, at most as many as it was trained for.',
    [1024, 1_000_000],
  ),
  ggufIdleMs: integer(
    'SIBYL_GGUF_IDLE_MS',
    300_000,
    'Time after the last question until a GGUF file is unloaded, in ms.',
    [100, 86_400_000],
  ),
  completionSteps: ceiling(
    'completion_steps',
    integer(
      'SIBYL_COMPLETION_STEPS',
      20,
      'Maximum language model calls for one agent answer, with those of the agents that it asks.',
      [1, 1000],
    ),
  ),
  completionToolCalls: ceiling(
    'completion_tool_calls',
    integer('SIBYL_COMPLETION_TOOL_CALLS', 20, 'Maximum tool calls that one step of an agent runs.', [1, 1000]),
  ),
  trainingsAtOnce: ceiling(
    'trainings_at_once',
    integer(
      'SIBYL_TRAININGS_AT_ONCE',
      3,
      'Trainings that run at once. One project may use all but one of them, or the only one.',
      [1, 256],
    ),
  ),
  trainingsQueued: ceiling(
    'trainings_queued',
    integer(
      'SIBYL_TRAININGS_QUEUED',
      1000,
      'Maximum waiting trainings of one project; all projects together may have ten times as many.',
      [1, 1_000_000],
    ),
  ),
  trainingThreads: integer(
    'SIBYL_TRAINING_THREADS',
    0,
    'Threads of one training on a large table; 0 means the number of cores minus one.',
    [0, 64],
  ),
  trainingMemoryBytes: ceiling(
    'training_memory_bytes',
    integer('SIBYL_TRAINING_MEMORY_BYTES', 4 * gib, 'Memory limit of one training, in bytes.', [256 * mib, 1024 * gib]),
  ),
  conversationRetentionDays: ceiling(
    'conversation_days',
    integer(
      'SIBYL_CONVERSATION_RETENTION_DAYS',
      365,
      'Days that conversations of agents and messages of chatbots are kept; 0 keeps them until they are deleted.',
      [0, 36_500],
    ),
  ),
  auditRetentionDays: integer('SIBYL_AUDIT_RETENTION_DAYS', 365, 'Days that audit entries are kept.', [1, 36_500]),
  trashDays: integer(
    'SIBYL_TRASH_DAYS',
    7,
    'Days that what was deleted can be restored from the trash; 0 deletes at once.',
    [0, 3650],
  ),
  diskReserveBytes: integer(
    'SIBYL_DISK_RESERVE_BYTES',
    16 * mib,
    'Space of the disk kept back for deletions, keys and signing out, in bytes, at most a tenth of the disk; 0 keeps none.',
    [0, 1024 * gib],
  ),
  memoryLimitBytes: integer(
    'SIBYL_MEMORY_LIMIT_BYTES',
    0,
    'Memory of the main process, in bytes, above which requests are refused with 503; 0 means nine tenths of its heap.',
    [0, 1024 * gib],
  ),
  modelMemoryBytes: integer(
    'SIBYL_MODEL_MEMORY_BYTES',
    512 * mib,
    'Files of models kept in memory for predictions, in bytes, the least recently used dropped first; each prediction thread keeps as many again, 256 MiB at most.',
    [mib, 1024 * gib],
  ),
  headersTimeoutMs: integer(
    'SIBYL_HEADERS_TIMEOUT_MS',
    10_000,
    'Time limit for receiving the headers of a request, in ms.',
    [1000, 600_000],
  ),
  requestTimeoutMs: integer(
    'SIBYL_REQUEST_TIMEOUT_MS',
    3_600_000,
    'Time limit for receiving a whole request with its body, in ms.',
    [1000, 86_400_000],
  ),
  idleTimeoutMs: integer(
    'SIBYL_IDLE_TIMEOUT_MS',
    300_000,
    'Idle time after which a connection is closed, in ms.',
    [1000, 86_400_000],
  ),
  webhooksPerProject: ceiling(
    'webhooks',
    integer('SIBYL_WEBHOOKS_PER_PROJECT', 100, 'Maximum webhooks of a project.', [0, 10_000]),
  ),
  eventListeners: integer('SIBYL_EVENT_LISTENERS', 10_000, 'Maximum open event streams.', [1, 1_000_000]),
  monitorRetentionDays: integer(
    'SIBYL_MONITOR_RETENTION_DAYS',
    90,
    'Days that windows of monitored models and their actual values are kept.',
    [1, 36_500],
  ),
  visitorStreams: integer(
    'SIBYL_VISITOR_STREAMS',
    10,
    'Maximum open event streams of one visitor of a web chatbot.',
    [1, 1_000_000],
  ),
  visitorAddressStreams: integer(
    'SIBYL_VISITOR_ADDRESS_STREAMS',
    300,
    'Maximum open event streams of visitors of a web chatbot from one address.',
    [1, 1_000_000],
  ),
  visitorChatbotStreams: integer(
    'SIBYL_VISITOR_CHATBOT_STREAMS',
    2000,
    'Maximum open event streams of visitors of one web chatbot.',
    [1, 1_000_000],
  ),
  eventRetentionDays: integer('SIBYL_EVENT_RETENTION_DAYS', 30, 'Days that events are kept.', [2, 36_500]),
};
