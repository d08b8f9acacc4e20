import { Type } from 'typebox';
import { beforeMoment, fromMoment } from '../../../../http/request/moments.ts';

export const sampleQuery = Type.Object(
  {
    from: Type.Optional(fromMoment),
    to: Type.Optional(beforeMoment),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Most rows. Default: 100.' })),
  },
  { additionalProperties: false },
);

const sampledRow = Type.Object(
  {
    window_start: Type.String(),
    version: Type.Integer(),
    row: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'The cells as they were sent, without those of columns that `monitor.exclude` names; long texts are cut.',
    }),
    prediction: Type.Union([Type.Number(), Type.String()]),
    confidence: Type.Union([Type.Number(), Type.Null()]),
    lower: Type.Union([Type.Number(), Type.Null()]),
    upper: Type.Union([Type.Number(), Type.Null()]),
  },
  { title: 'SampledRow' },
);

/** Rows that were drawn at random of all that a watched model predicted. */
export const sample = Type.Object({ model: Type.String(), rows: Type.Array(sampledRow) }, { title: 'Sample' });
