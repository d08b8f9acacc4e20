import { Type } from 'typebox';

/** The part of a deletion's query string that all records share which go into the trash. */
export const removalFields = {
  permanently: Type.Optional(
    Type.Boolean({ default: false, description: 'Deletes it at once instead of moving it into the trash.' }),
  ),
};

export const removal = Type.Object(removalFields, { additionalProperties: false });
