import { describeChannel } from '../../test/chat/channel-contract.ts';
import { startSlack } from '../../test/chat/slack-peer.ts';
import { startTeams } from '../../test/chat/teams-peer.ts';
import { startTelegram } from '../../test/chat/telegram-peer.ts';
import { startWebhookPeer } from '../../test/chat/webhook-peer.ts';
import { startWhatsapp } from '../../test/chat/whatsapp-peer.ts';

describeChannel('Telegram, polling', () => startTelegram(), { webhook: false, knowsToken: true });
describeChannel('Telegram, by webhook', () => startTelegram({ mode: 'webhook' }), { webhook: true, knowsToken: true });
describeChannel('Slack, by webhook', () => startSlack(), { webhook: true, knowsToken: true });
describeChannel('Slack, by socket', () => startSlack({ mode: 'socket' }), { webhook: false, knowsToken: true });
describeChannel('signed HTTP', () => startWebhookPeer(), { webhook: true, knowsToken: false });
describeChannel('WhatsApp', () => startWhatsapp(), { webhook: true, knowsToken: true });
describeChannel('Teams', () => startTeams(), { webhook: true, knowsToken: true });
