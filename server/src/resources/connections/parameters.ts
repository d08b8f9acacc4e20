/** Parameters that several engines have. */
import { Type } from 'typebox';

export const text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description });

/** Host, port and encryption of a server. */
export const address = (port: number) => ({
  host: text(255, 'Name or address.'),
  port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535, default: port })),
  ssl: Type.Optional(
    Type.Enum(['verify', 'require', 'disable'], {
      description:
        '`verify` checks the certificate of the server (default), `require` only encrypts, `disable` neither.',
    }),
  ),
  ca: Type.Optional(text(100_000, "PEM certificate of the trusted authority. Default: the system's.")),
});

export const secret = (maxLength: number, description = '') =>
  text(maxLength, `${description} Write-only: shown as \`********\`.`.trim());

export const credentials = {
  user: text(128, 'Preferably a database role that may only read the intended tables.'),
  password: Type.Optional(secret(1000)),
};

export const schemas = (description: string, maxItems = 20) =>
  Type.Optional(Type.Array(text(128, 'A schema.'), { minItems: 1, maxItems, description }));

/** A file on the machine of the service. */
export const filePath = (example: string) =>
  Type.String({
    minLength: 1,
    maxLength: 4096,
    pattern: '^/',
    description: `Absolute path, such as \`${example}\`, in a folder that \`SIBYL_CONNECTION_FOLDERS\` lists. On several nodes each needs the file.`,
  });
/** Address of a server that is called by HTTP. */
export const serverUrl = (example: string) =>
  Type.String({
    minLength: 8,
    maxLength: 2000,
    pattern: '^https?://[^/?#@\\s]+(?:/[^?#\\s]*)?$',
    description: `Its address, such as \`${example}\`. Plain \`http\` sends credentials unencrypted.`,
  });
