import { Type } from 'typebox';
import { timestamp } from '../../../http/reply/schemas.ts';
import { chatbotPath } from '../schemas.ts';

export const installationPath = Type.Object({
  ...chatbotPath.properties,
  tenantId: Type.String({ minLength: 1, maxLength: 140, description: 'The platform’s ID of the workspace.' }),
});

export const installationBegun = Type.Object(
  {
    url: Type.String({ description: 'Where an administrator of the workspace says yes. It serves once.' }),
    redirect_url: Type.String({ description: 'To be named to the platform as where it may send the browser back.' }),
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
