/** Set-up of each file of tests. Vitest runs it anew for each; what it imports is loaded once in a process. */
import './bundled-workers.ts';
