/** A room of the studio: a project of its own and a page. All rooms of a worker share one service and one browser. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { test as base, expect } from 'vitest';
import { homes, trainModel } from '../../../server/test/acceptance/trained.ts';
import { type LoopbackServer, startLoopback } from '../../../server/test/loopback.ts';
import { startTestService, type TestService } from '../../../server/test/service.ts';
import { openBrowser, visit } from '../browser.ts';

interface World {
  service: TestService;
  browser: Browser;
  /** A web service that answers what it was asked; below `/silent` it says nothing. */
  weather: LoopbackServer;
  /** Files in it may be connections. */
  folder: string;
}

export interface Room extends World {
  project: string;
  page: Page;
  /** Opens a page below the project, or one of the whole service. */
  go: (path: string) => Promise<unknown>;
  press: (name: string) => Promise<void>;
  fill: (label: string, text: string) => Promise<void>;
  choose: (label: string, option: string) => Promise<void>;
  /** Sends something to the API below the project. */
  send: (path: string, body: unknown, headers?: Record<string, string>) => Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: records of any kind
  read: (path: string) => Promise<any>;
  /** Gives a file to the button that asks for one. */
  give: (button: string, name: string, content: string | Buffer) => Promise<void>;
}

let rooms = 0;

export const test = base.extend<{ world: World; room: Room }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: the library reads the names of fixtures from the pattern
    async ({}, use) => {
      const weather = await startLoopback(({ method, path, body }, response) => {
        if (path.startsWith('/silent')) return;
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ saw: `${method} ${path} ${body}` }));
      });
      const folder = mkdtempSync(join(tmpdir(), 'sibyl-rooms-'));
      const settings = { SIBYL_OUTGOING_ALLOWED: '127.0.0.1', SIBYL_CONNECTION_FOLDERS: folder };
      const service = await startTestService(settings);
      const browser = await openBrowser();
      await use({ service, browser, weather, folder });
      await browser.close();
      await service.stop();
      await weather.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  room: [
    async ({ world }, use) => {
      const { page, complaints } = await visit(world.browser, world.service.url);
      await use(await furnish(world, page));
      await page.context().close();
      expect(complaints, 'what pages complained of').toEqual([]);
    },
    { scope: 'file' },
  ],
});

async function furnish(world: World, page: Page): Promise<Room> {
  rooms += 1;
  const project = `room_${process.pid}_${rooms}`;
  const { service } = world;
  const send: Room['send'] = async (path, body, headers) => {
    const { status, text } = await service.call('POST', `/projects${path}`, body, headers);
    expect(status, text).toBeLessThan(300);
  };
  await send('', { name: project });
  return {
    ...world,
    project,
    page,
    go: (path) => page.goto(`${service.url}${path.startsWith('/settings') ? path : `/p/${project}${path}`}`),
    press: (name) => page.getByRole('button', { name, exact: true }).first().click(),
    fill: (label, text) => page.getByLabel(label).first().fill(text),
    choose: async (label, option) => {
      await page.getByLabel(label).first().click();
      await page.getByRole('option', { name: option, exact: true }).click();
    },
    send: (path, body, headers) => send(`/${project}${path}`, body, headers),
    read: async (path) => (await service.call('GET', `/projects/${project}${path}`)).body,
    give: async (button, name, content) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: button }).click();
      const mimeType = 'application/octet-stream';
      await (await chooser).setFiles({ name, mimeType, buffer: Buffer.from(content) });
    },
  };
}

/** Adds a table of homes. */
export function addHomes({ send }: Room): Promise<void> {
  const listed = homes.map((home, index) => ({ ...home, listed: `2025-0${(index % 9) + 1}-11` }));
  return send('/tables?name=homes', listed);
}

/** Adds a table of homes, and trains a model of their rent. */
export async function trainRent(room: Room): Promise<void> {
  await addHomes(room);
  await trainModel(room.service, room.project, 'rent', { target: 'rental_price', from: { table: 'homes' } });
}
