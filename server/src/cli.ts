import { note } from './cli/print.ts';
import { createProgram } from './cli/program.ts';

/** Shows only the message: every failure here is one that the user can fix. */
createProgram()
  .parseAsync()
  .catch((error: Error) => {
    note(error.message);
    process.exitCode = 1;
  });
