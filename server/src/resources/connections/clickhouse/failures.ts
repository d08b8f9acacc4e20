import { ServiceError } from '../../../errors.ts';
import { cannotBeQueried, databaseSays, sentence } from '../failures.ts';
import { timeLimit } from '../limits.ts';

/** `Code: 47. DB::Exception: Unknown identifier …`, as an answer or as its last line. */
const failure = /Code: (\d+)\. DB::Exception: ([\s\S]*?)(?: \((?:version|official build)[\s\S]*)?$/;

export function isFailure(text: string): boolean {
  return failure.test(text);
}

const wrongParameters: Readonly<Record<number, string>> = {
  81: 'database',
  192: 'user',
  193: 'password',
  516: 'password',
};

/** https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp */
export function explainQueryFailure(text: string, timeoutMs: number): ServiceError {
  const [, digits, message] = failure.exec(text) ?? ['', '0', text];
  const code = Number(digits);
  if (code === 159) return timeLimit(timeoutMs);
  if (code === 241) return new ServiceError('query_memory_limit', `ClickHouse says: ${sentence(message)}`);
  if (code === 164 && /Cannot modify '\w+' setting in readonly mode/.test(message))
    return cannotBeQueried(`${message}; give the user a profile with readonly = 2`, 'user');
  if (code === 164 || code === 497) return new ServiceError('query_refused', `ClickHouse says: ${sentence(message)}`);
  if (code in wrongParameters) return cannotBeQueried(`ClickHouse says: ${message}`, wrongParameters[code]);
  return databaseSays('ClickHouse', message);
}
