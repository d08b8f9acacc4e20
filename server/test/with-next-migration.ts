/** Loaded by `--import`: the service then is that of the next release, as far as its records go. */
import { registerHooks } from 'node:module';

process.argv.push('--sources'); // a bundle would have none of this
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith('/platform/db/migrate.ts')) return loaded;
    const source = String(loaded.source);
    const next = "'9999-next': addColumns('model_versions', { of_next_release: 'text' }),";
    const longer = source.replace(/(\n {2}'\d{4}-[^\n]+)\n\};/, `$1\n  ${next}\n};`);
    if (longer === source) throw new Error('the last migration was not found');
    return { ...loaded, source: longer };
  },
});
