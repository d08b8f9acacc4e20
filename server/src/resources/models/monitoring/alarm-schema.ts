import { Type } from 'typebox';
import { timestamp } from '../../../http/reply/schemas.ts';
import { alarmCauses } from './causes.ts';

export const alarm = Type.Object(
  {
    cause: Type.Enum([...alarmCauses]),
    version: Type.Integer(),
    since: timestamp,
    detail: Type.String(),
  },
  { title: 'Alarm' },
);
