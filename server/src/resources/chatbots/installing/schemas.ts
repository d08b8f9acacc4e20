import { Type } from 'typebox';
import { timestamp } from '../../../http/reply/schemas.ts';
import { chatbotPath } from '../schemas.ts';

export const installationPath = Type.Object({
  ...chatbotPath.properties,
  tenantId: Type.String({ minLength: 1, maxLength: 140, description: 'The platform’s ID of the workspace.' }),
});

export const installationBegun = Type.Object(
  {
    url: Type.String({ description: 'Address at which an administrator of the workspace consents. It works once.' }),
    redirect_url: Type.String({ description: 'Redirect URL to register with the platform.' }),
    expires_at: timestamp,
  },
  { title: 'ChatbotInstallationLink' },
);

export const installationRecord = Type.Object(
  {
    tenant: Type.String({ description: 'The platform’s ID of the workspace.' }),
    name: Type.String(),
    created_at: timestamp,
  },
  { title: 'ChatbotInstallation' },
);
