/** The shapes of A2A 1.0 that agents speak: https://a2a-protocol.org/v1.0.0/specification/ */
import { type Static, Type } from 'typebox';

export const protocolVersion = '1.0';

const securityScheme = Type.Object({
  httpAuthSecurityScheme: Type.Object({ scheme: Type.String(), description: Type.String() }),
});

export const agentCard = Type.Object(
  {
    name: Type.String(),
    description: Type.String(),
    version: Type.String({ description: 'Version of the settings of the agent.' }),
    supportedInterfaces: Type.Array(
      Type.Object({ url: Type.String(), protocolBinding: Type.Literal('JSONRPC'), protocolVersion: Type.String() }),
    ),
    capabilities: Type.Object({ streaming: Type.Boolean(), pushNotifications: Type.Boolean() }),
    defaultInputModes: Type.Array(Type.String()),
    defaultOutputModes: Type.Array(Type.String()),
    skills: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        description: Type.String(),
        tags: Type.Array(Type.String()),
      }),
    ),
    securitySchemes: Type.Optional(Type.Record(Type.String(), securityScheme)),
    securityRequirements: Type.Optional(
      Type.Array(
        Type.Object({ schemes: Type.Record(Type.String(), Type.Object({ list: Type.Array(Type.String()) })) }),
      ),
    ),
  },
  { title: 'AgentCard', description: 'A2A 1.0.' },
);
export type AgentCard = Static<typeof agentCard>;

const part = Type.Object(
  { text: Type.Optional(Type.String({ maxLength: 1_000_000 })), data: Type.Optional(Type.Unknown()) },
  { additionalProperties: true, title: 'A2aPart', description: 'Text, or data that is told as JSON.' },
);
export type Part = Static<typeof part>;

const message = Type.Object(
  {
    messageId: Type.String({ minLength: 1, maxLength: 500 }),
    contextId: Type.Optional(
      Type.String({ maxLength: 500, description: 'A conversation of before; absent for a new one.' }),
    ),
    taskId: Type.Optional(Type.String({ maxLength: 500 })),
    role: Type.Literal('ROLE_USER'),
    parts: Type.Array(part, { minItems: 1, maxItems: 1000 }),
  },
  { additionalProperties: true, title: 'A2aMessage' },
);
export type GivenMessage = Static<typeof message>;

const callId = Type.Union([Type.String({ maxLength: 500 }), Type.Number(), Type.Null()]);

/** Methods with other parameters are refused by their name. */
export const rpcCall = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(callId),
    method: Type.String({ maxLength: 200, description: '`SendMessage` or `SendStreamingMessage`.' }),
    params: Type.Optional(
      Type.Object(
        {
          message: Type.Optional(message),
          configuration: Type.Optional(Type.Unknown({ description: 'Without push notifications, which are refused.' })),
        },
        { additionalProperties: true, title: 'A2aParams' },
      ),
    ),
  },
  {
    additionalProperties: false,
    title: 'A2aCall',
    examples: [
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'SendMessage',
        params: { message: { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'How many homes are there?' }] } },
      },
    ],
  },
);
export type RpcCall = Static<typeof rpcCall>;

export const rpcAnswer = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: callId,
    result: Type.Object({ message: Type.Optional(Type.Unknown()), task: Type.Optional(Type.Unknown()) }),
  },
  { title: 'A2aAnswer' },
);

export const rpcFailure = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: callId,
    error: Type.Object({ code: Type.Integer(), message: Type.String(), data: Type.Array(Type.Unknown()) }),
  },
  { title: 'A2aFailure' },
);
