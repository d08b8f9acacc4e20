import { startTestService, type TestService } from '../service.ts';
import { type LoopbackProvider, startLoopbackProvider } from './provider.ts';

export interface Shop {
  service: TestService;
  provider: LoopbackProvider;
  /** Of an administrator. */
  secret: string;
  admin: Record<string, string>;
  /** For agents that the provider answers. */
  model: object;
  close(): Promise<void>;
}

/** A service that needs a key, with the project `shop`, and a provider for its agents. */
export async function openShop(): Promise<Shop> {
  const [service, provider] = await Promise.all([
    startTestService({ SIBYL_OUTGOING_ALLOWED: '127.0.0.1' }),
    startLoopbackProvider(),
  ]);
  const { secret } = (await service.call('POST', '/api/keys', { name: 'root', role: 'admin' })).body;
  const admin = { authorization: `Bearer ${secret}` };
  await service.call('POST', '/projects', { name: 'shop' }, admin);
  const model = { provider: 'openai_compatible', model_name: 'm', base_url: provider.openai, api_key: 'sk-1' };
  const close = async () => void (await Promise.all([service.stop(), provider.stop()]));
  return { service, provider, secret, admin, model, close };
}
