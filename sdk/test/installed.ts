/** The package as users get it: packed, and installed in a separate folder. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const packageFolder = join(import.meta.dirname, '..');

export interface Installed {
  folder: string;
  /** Paths in the tarball. */
  packed: string[];
  /** Runs a program in the folder and returns its output; throws with its error output. */
  run(command: string, ...args: string[]): Promise<string>;
  write(name: string, text: string): void;
  remove(): void;
}

export async function installPackage(): Promise<Installed> {
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-sdk-'));
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: packageFolder });
  // The build prints lines before the JSON.
  const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf('[\n')));
  const app: Installed = {
    folder,
    packed: files.map(({ path }: { path: string }) => path),
    run: async (command, ...args) => {
      const { stdout, stderr } = await run(command, args, { cwd: folder, maxBuffer: 1 << 24 }).catch((error) => {
        throw new Error(`${command} ${args.join(' ')}: ${error.stdout}${error.stderr}`);
      });
      return stdout + stderr;
    },
    write: (name, text) => writeFileSync(join(folder, name), text),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  app.write('package.json', '{"name": "app", "private": true, "type": "module"}');
  await app.run('npm', 'install', '--offline', '--no-audit', '--no-fund', `./${filename}`);
  return app;
}
