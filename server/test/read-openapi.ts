import { readFileSync } from 'node:fs';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The document with its shared parameters and answers put back in their places; schemas stay references. */
// biome-ignore lint/suspicious/noExplicitAny: each test reads another part of the document
export function readOpenApi(): any {
  const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));
  const resolve = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(resolve);
    if (typeof node !== 'object' || node === null) return node;
    const [, section, name] = /^#\/components\/(responses|parameters)\/(.+)$/.exec(String(node.$ref)) ?? [];
    if (section !== undefined) return document.components[section][name];
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolve(value)]));
  };
  return { ...document, paths: resolve(document.paths) };
}
