import { type Static, Type } from 'typebox';
import { timestamp } from '../../http/reply/schemas.ts';
import { beforeMoment, fromMoment } from '../../http/request/moments.ts';
import { eventTypes } from '../../platform/journal/types.ts';
import { typeFilter } from './type-filter.ts';

export const eventRecord = Type.Object(
  {
    specversion: Type.Literal('1.0'),
    id: Type.String({ examples: ['evt_01JZ0000000000000000000000'] }),
    source: Type.String({
      description: 'Address of the project, by its ID; `/api` for events of the whole service.',
      examples: ['/api/projects/prj_01JZ0000000000000000000000'],
    }),
    type: Type.Enum(Object.keys(eventTypes), {
      description: Object.entries(eventTypes)
        .map(([type, meaning]) => `\`${type}\`: ${meaning}`)
        .join(' '),
    }),
    subject: Type.String({
      description: 'Kind and ID of the record.',
      examples: ['models/mdl_01JZ0000000000000000000000'],
    }),
    time: timestamp,
    datacontenttype: Type.Literal('application/json'),
    sequence: Type.Integer({ description: 'Number in the project, from 1 without gaps, for use as `cursor`.' }),
    data: Type.Record(Type.String(), Type.Unknown(), { description: 'A few fields of the record; never its rows.' }),
  },
  { title: 'Event', description: 'A CloudEvents 1.0 event.' },
);
export const eventQuery = Type.Object(
  {
    type: Type.Optional(typeFilter),
    subject: Type.Optional(
      Type.String({ maxLength: 200, description: 'Only events of this record, such as `models/mdl_…`.' }),
    ),
    since: Type.Optional(fromMoment),
    until: Type.Optional(beforeMoment),
    cursor: Type.Optional(
      Type.String({
        pattern: '^\\d{1,15}$',
        description:
          'The last `sequence` that was read; the response continues after it. As a stream, `0` starts with the oldest.',
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Page size. Default: 1000.' })),
    sort: Type.Optional(Type.Enum(['sequence', '-sequence'], { description: 'Order. Default: `sequence`.' })),
  },
  { additionalProperties: false },
);
export type EventQuery = Static<typeof eventQuery>;
