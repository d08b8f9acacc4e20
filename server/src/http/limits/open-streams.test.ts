import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { OpenStreams } from './open-streams.ts';

/** Only the end of a response counts here. */
const response = () => Object.assign(new EventEmitter(), { destroyed: false }) as unknown as ServerResponse;
const sharesOf = (visitor: string) => [{ whose: 'visitor', key: visitor, most: 2 }];

test('a visitor holds no more than a few streams, and has room again when one closes', () => {
  const streams = new OpenStreams(10);
  const first = response();
  streams.add(first, 'visitor_streams', sharesOf('a'));
  streams.add(response(), 'visitor_streams', sharesOf('a'));
  const add = (visitor: string) => streams.add(response(), 'visitor_streams', sharesOf(visitor));
  expect(() => add('a')).toThrow('2 event streams of one visitor are open');
  add('b');
  first.emit('close');
  add('a');
  expect(() => add('a')).toThrow();
  expect(streams.open).toBe(3);
});

test('all streams together have one limit, whoever holds them', () => {
  const streams = new OpenStreams(2);
  streams.add(response());
  const visited = response();
  streams.add(visited, 'visitor_streams', sharesOf('a'));
  expect(() => streams.add(response())).toThrow('2 event streams are open');
  visited.emit('close');
  streams.add(response());
});

test('a response that is over is not counted for ever', () => {
  const streams = new OpenStreams(1);
  streams.add(Object.assign(response(), { destroyed: true }));
  streams.add(response());
  expect(streams.open).toBe(1);
});
