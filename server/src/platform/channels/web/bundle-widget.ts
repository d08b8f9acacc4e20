import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'widget');
/** In the order of their imports, which go with the joining. */
const modules = ['markdown.js', 'connection.js', 'panel.js', 'main.js'];

let bundle: string | undefined;

/** The widget as one script: its modules and its style, put together in memory with its first visitor. */
export function bundleWidget(): string {
  bundle ??= joinModules();
  return bundle;
}

function joinModules(): string {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const scripts = modules.map((name) =>
    read(name)
      .replace(/^import .*$/gm, '')
      .replace(/^export /gm, ''),
  );
  return `(() => {\n'use strict';\nconst style = ${JSON.stringify(read('style.css'))};\n${scripts.join('\n')}\n})();\n`;
}
