import { tellsOfFullDisk } from '../../errors.ts';

/** Says to its user why a job failed for good; `broken` is the sentence for what only the log can explain. */
export function sayGivenUp(error: Error, broken: string): string {
  if (!tellsOfFullDisk(error)) return `${broken}; the log of the service says more.`;
  return 'The disk of the service is out of room, and nothing was stored: free some, then try again.';
}
