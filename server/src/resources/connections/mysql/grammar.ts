import type { Grammar } from '../words/grammar.ts';

/** SQL in the session's mode: double quotes are for names, backslashes are plain. */
export const grammar: Grammar = {
  nameQuotes: '"`',
  textQuotes: "'",
  backslashes: false,
  fold: (name) => name,
  tableFunctions: new Set(),
  functions: new Set(
    `
    group_concat std json_arrayagg json_objectagg json_unquote json_contains json_keys json_length json_type json_valid
    bit_count bit_length bin conv crc32 elt export_set field find_in_set format hex unhex insert locate mid ord quote space
    strcmp substring_index to_base64 from_base64 regexp_instr
    adddate addtime convert_tz curdate curtime datediff from_days get_format maketime microsecond period_add period_diff
    sec_to_time str_to_date subdate subtime sysdate time_format time_to_sec timediff to_seconds utc_date utc_time
    utc_timestamp signed unsigned nchar nvl2
    `.match(/\S+/g),
  ),
};
