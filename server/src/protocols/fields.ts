/** Fields of requests as clients of other services send them. */
import { Type } from 'typebox';

/** Clients send null for what they leave out. */
export const orNull = <Shape extends Parameters<typeof Type.Union>[0][number]>(shape: Shape) =>
  Type.Optional(Type.Union([shape, Type.Null()]));

export const text = Type.String({ maxLength: 1_000_000 });

/** A part of a message in either format of OpenAI. */
export const part = Type.Object({ type: Type.String(), text: Type.Optional(text) }, { additionalProperties: true });
