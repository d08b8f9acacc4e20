import type { ErrorCode } from '../../../errors.ts';
import { helpWithContent } from './content.ts';
import { helpWithFailures } from './failures.ts';
import type { Help } from './help.ts';
import { helpWithRecords } from './records.ts';
import { helpWithRequests } from './requests.ts';

/** The help of every error code. */
export const errorHelp: Record<ErrorCode, Help> = {
  ...helpWithRequests,
  ...helpWithRecords,
  ...helpWithContent,
  ...helpWithFailures,
};
