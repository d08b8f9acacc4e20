import type { ErrorCode } from '../../../errors.ts';
import type { Help } from './help.ts';

/** Requests that are refused before their content counts: broken, not permitted, too large, too many. */
export const helpWithRequests = {
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
    cure: 'Send `Authorization: Bearer sib_…` or `X-Api-Key: sib_…`. An operator creates keys with `sibyl keys create --role editor`.',
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
    cure: 'Use a key with a higher role (`viewer`, `predictor`, `editor`, `admin`), or have an admin add the project to this key.',
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
    cause: 'No operation has this address: often because of a typo or a missing part such as `/projects/default`.',
    cure: 'Look it up in `/docs`, which lists all addresses, or in `/openapi.json`.',
    detail: 'Nothing answers at /api/modles; /docs lists every address.',
  },
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
  query_too_long: {
    cause: 'The SQL is longer than the project allows (`sql_bytes`); nothing of it was read.',
    cure: 'Load long lists of values as a table and join it, or raise the limit (`SIBYL_MAX_SQL_BYTES`).',
    detail: 'The text of the query is longer than 100000 bytes: load long lists of values as a table, and join it.',
  },
  rate_limited: {
    cause: 'The key, the address or the project sends more requests than its rate allows.',
    cure: 'Wait as long as `Retry-After` says; send several rows in one predict request instead of one request per row.',
    detail: 'More than 100 requests a second.',
  },
  tokens_used_up: {
    cause: 'The agents of the project, or those that the key asked, have used all tokens that they may use in a day.',
    cure: 'Wait until `resets_at`, or as long as `Retry-After` says where `held` by calls under way is what is missing, have an admin raise `tokens_a_day` of the project or the key, or ask an agent without a language model.',
    detail:
      'The project has used 1000412 of its 1000000 tokens of today; the next day begins at 2026-11-29T00:00:00.000Z.',
  },
  headers_too_large: {
    cause:
      'The headers, or the address, are larger than 16 KiB, often because of cookies of another program on the same host.',
    cure: 'Send fewer cookies, and put long values in a body.',
    detail: 'The headers of the request are larger than 16 KiB.',
  },
  request_cancelled: {
    cause: 'The caller closed the connection before the answer; only logs and the audit show this.',
    cure: 'Nothing, if you meant to cancel. Otherwise raise the time limit of the client or of the proxy.',
    detail: 'The caller disconnected before the response.',
  },
} satisfies Partial<Record<ErrorCode, Help>>;
