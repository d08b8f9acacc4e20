import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'widget');
/** In the order of their imports, which are removed when they are joined. */
const modules = ['markdown.js', 'connection.js', 'panel.js', 'main.js'];

let bundle: string | undefined;

/** Returns the widget as one script: modules and style, joined in memory for the first visitor. */
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
