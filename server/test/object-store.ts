/** A real S3-compatible store for tests: S3Proxy from Maven Central, on a folder and a free port of this machine. */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.ts';

const root = join(import.meta.dirname, '../..');
const jar = join(root, 'node_modules/.cache/sibyl-s3proxy-2.9.0.jar');
const source = 'https://repo1.maven.org/maven2/org/gaul/s3proxy/2.9.0/s3proxy-2.9.0-jar-with-dependencies.jar';
const sha256 = '238f813ff9d6d295273f809f383d31307d88d8f56acc40109b68a5d49186a0eb';

export const credentials = { AWS_ACCESS_KEY_ID: 'tester', AWS_SECRET_ACCESS_KEY: 'tested and found well' };

export interface ObjectStore {
  /** Returns the address of a new bucket, for `SIBYL_BLOBS_URL`. */
  bucket(): Promise<string>;
  stop(): Promise<void>;
}

/** Finds or downloads Java and the program. Returns why it is missing, if so. Under CI it must exist. */
export async function provideObjectStore(): Promise<{ missing: string } | undefined> {
  const missing = provideJava() ?? (await provideJar());
  if (missing === undefined) return undefined;
  if (process.env.CI) throw new Error(`Under CI object storage is tested too. ${missing}`);
  return { missing };
}

function hasJava(): boolean {
  try {
    execFileSync('java', ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function provideJava(): string | undefined {
  if (hasJava()) return undefined;
  if (process.getuid?.() !== 0) return 'Java is not installed, and only root can install it';
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['-q', '-o', 'DPkg::Lock::Timeout=300'];
  const install = ['install', '-y', '--no-install-recommends', 'default-jre-headless'];
  try {
    execFileSync('apt-get', [...options, 'update'], { env, stdio: 'ignore' });
    execFileSync('apt-get', [...options, ...install], { env, stdio: 'ignore' });
    return hasJava() ? undefined : 'Java was installed and does not start';
  } catch (error) {
    return `Java is not installed, and apt-get could not install it: ${error}`;
  }
}

async function provideJar(): Promise<string | undefined> {
  if (existsSync(jar)) return undefined;
  try {
    const response = await fetch(source);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) return `${source} holds other bytes than before`;
    mkdirSync(join(jar, '..'), { recursive: true });
    writeFileSync(`${jar}.${process.pid}`, bytes);
    renameSync(`${jar}.${process.pid}`, jar);
    return undefined;
  } catch (error) {
    return `S3Proxy could not be loaded from Maven Central: ${error}`;
  }
}

/** Starts the store, optionally on the folder of an earlier one. */
export async function startObjectStore(folder = mkdtempSync(join(tmpdir(), 'sibyl-s3-'))): Promise<ObjectStore> {
  const endpoint = `http://127.0.0.1:${await freePort()}`;
  const settings = join(folder, 's3proxy.conf');
  writeFileSync(settings, settingsOf(endpoint, join(folder, 'buckets')));
  mkdirSync(join(folder, 'buckets'), { recursive: true });
  // Quick to start, rather than quick at work.
  const options = ['-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
  const server = spawn('java', [...options, '-jar', jar, '--properties', settings], { stdio: 'ignore' });
  await untilItAnswers(endpoint, server);
  let buckets = 0;
  return {
    bucket: async () => {
      buckets += 1;
      mkdirSync(join(folder, 'buckets', `bucket-${buckets}`));
      return `s3://bucket-${buckets}/sibyl?endpoint=${endpoint}&region=us-east-1`;
    },
    stop: async () => {
      server.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function settingsOf(endpoint: string, folder: string): string {
  return [
    `s3proxy.endpoint=${endpoint}`,
    's3proxy.authorization=aws-v2-or-v4',
    `s3proxy.identity=${credentials.AWS_ACCESS_KEY_ID}`,
    `s3proxy.credential=${credentials.AWS_SECRET_ACCESS_KEY}`,
    'jclouds.provider=filesystem-nio2',
    `jclouds.filesystem.basedir=${folder}`,
    '',
  ].join('\n');
}

async function untilItAnswers(endpoint: string, server: { exitCode: number | null }): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (server.exitCode !== null) throw new Error(`S3Proxy ended with ${server.exitCode}`);
    if (
      await fetch(endpoint).then(
        () => true,
        () => false,
      )
    )
      return;
    await pause(100);
  }
  throw new Error('S3Proxy does not answer');
}
