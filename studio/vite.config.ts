import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';

/** Where `npm run dev` of the studio finds a service. */
const service = process.env.SIBYL_URL ?? 'http://127.0.0.1:4747';

const base =
  /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-router|router-core|history|react-query|query-core|store|react-store))\/|sdk\/dist/;

export const settings: InlineConfig = {
  root: import.meta.dirname,
  // The service writes into the page where its files are: behind a proxy they have a path of their own.
  base: './',
  configFile: false,
  plugins: [react()],
  build: {
    outDir: join(import.meta.dirname, 'dist'),
    emptyOutDir: false,
    target: 'es2022',
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    // The policy of the page allows files of the service alone.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    // What the first page needs is two files, of which one rarely changes: browsers fetch only six at a time, and thirty
    // small ones are compressed worse.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: base, priority: 2 },
            { name: 'first', tags: ['$initial'], priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(['/api', '/docs', '/health'].map((path) => [path, service])) },
  logLevel: 'warn',
};

export default settings;
