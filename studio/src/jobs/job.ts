import type { Result } from '@sibyl/sdk';

export type Job = Result<'listJobs'>[number];

/** The project that the record of a job belongs to. */
export function projectOf({ record }: Job): string {
  return decodeURIComponent(record.split('/')[3]);
}
