import { words as monitoring } from './monitoring.ts';

export const words = {
  title: 'Chatbots',
  lead: 'An agent on your web page, or in Slack, Teams, Discord, Telegram, WhatsApp.',
  empty: 'No chatbot yet',
  emptyLead: 'Choose an agent and where it should answer. The widget for a web page needs no account.',
  create: 'New chatbot',
  agent: 'Agent',
  channel: 'Channel',
  answered: 'Answered',
  loss: 'It stops, and its conversations are deleted.',
  start: 'Start',
  stop: 'Stop',
  test: 'Check the credentials',
  testGood: (name: string) => `The credentials work. On the platform its name is ${name}.`,
  testBad: (error: string) => `The platform rejected the credentials: ${error}`,
  setUp: 'Set up',
  messages: 'Messages',
  preview: 'Preview',
  save: 'Save',
  saved: 'Saved.',
  address: 'Address for the platform',
  noAddress: 'Start the service with SIBYL_PUBLIC_URL to get one.',
  snippet: 'Add this line to your page',
  previewLead: 'This is the widget as your visitors see it.',
  previewStopped: 'Start the chatbot to see its widget.',
  noMessages: 'No messages yet',
  noMessagesLead: 'Messages and answers appear here with their status.',
  from: 'From',
  text: 'Text',
  bot: 'chatbot',
  secretSet: 'Stored. Leave empty to keep it.',
  greeting: 'Greeting',
  sites: 'Allowed sites',
  sitesHint: 'Addresses of your pages, separated by commas. Pages of this service are always allowed.',
  refusedTitle: 'A page on another site tried to show this chatbot',
  allow: (site: string) => `Allow ${site}`,
  counters: (received: number, answered: number, failed: number) =>
    `${received} received, ${answered} answered, ${failed} failed`,
};

/** Alarms of monitored models that a chatbot posts. */
export const alarmsPosted = {
  channel: 'Channel for model alarms',
  channelHint: 'The ID of the channel or chat. Leave empty to post no alarms.',
  models: 'Models',
  allModels: 'all models',
  causes: 'Alarm types',
  usualCauses: 'all but retraining',
  causeNames: { ...monitoring.alarmOf, challenger_ready: 'Challenger ready', retrained: 'Retrained' },
};

interface Field {
  key: string;
  label: string;
  secret?: boolean;
  optional?: boolean;
}

interface Channel {
  label: string;
  steps: string[];
  fields: Field[];
  /** How it writes the ID of a channel for alarms; absent where it takes no message that nobody asked for. */
  alarms?: string;
}

const secret = (key: string, label: string): Field => ({ key, label, secret: true });

/** The steps at each platform, and the values needed from there. */
export const channels: Record<string, Channel> = {
  web: {
    label: 'Web page',
    steps: [
      'Enter the address of your site, such as https://www.example.com.',
      'Save and start the chatbot.',
      'Copy the line below into your page.',
      'If your page has a Content-Security-Policy, allow this service in script-src and connect-src.',
    ],
    fields: [
      { key: 'title', label: 'Title', optional: true },
      { key: 'color', label: 'Colour, such as #0a7d4f', optional: true },
    ],
  },
  telegram: {
    label: 'Telegram',
    steps: [
      'Write /newbot to @BotFather in Telegram.',
      'Copy the token from its reply.',
      'Paste it here, save and start. No public address is needed.',
    ],
    fields: [secret('bot_token', 'Bot token')],
    alarms: '-100123456',
  },
  slack: {
    label: 'Slack',
    steps: [
      'Open api.slack.com/apps, Create New App, From scratch.',
      'OAuth & Permissions: add chat:write, app_mentions:read, im:history, channels:history, groups:history; install the app and copy the Bot User OAuth Token.',
      'Event Subscriptions: turn on; subscribe to app_mention and message.im. App Home: allow messages.',
      'Socket Mode: turn on; create an app-level token with connections:write and paste both tokens here.',
    ],
    fields: [secret('bot_token', 'Bot User OAuth Token (xoxb-…)'), secret('app_token', 'App-level token (xapp-…)')],
    alarms: 'C0123ABC',
  },
  discord: {
    label: 'Discord',
    steps: [
      'Open discord.com/developers/applications, New Application, Bot, Reset Token; copy it.',
      'Paste it here, save and start.',
      'OAuth2, URL Generator: scope bot with Send Messages, Send Messages in Threads, Read Message History; open the address to invite it.',
    ],
    fields: [secret('bot_token', 'Bot token')],
    alarms: '1234567890',
  },
  teams: {
    label: 'Microsoft Teams',
    steps: [
      'Azure portal, Create, Azure Bot; note its App ID and tenant, and create a client secret.',
      'Its Configuration, Messaging endpoint: the address below. Channels: Microsoft Teams.',
      'Upload an app package whose manifest names the bot by its App ID.',
    ],
    fields: [
      { key: 'app_id', label: 'App ID' },
      secret('app_password', 'Client secret'),
      { key: 'tenant_id', label: 'Tenant', optional: true },
    ],
  },
  whatsapp: {
    label: 'WhatsApp',
    steps: [
      'developers.facebook.com/apps: an app of type Business with WhatsApp; note Phone number ID and App Secret.',
      'Create a system user with a permanent token for whatsapp_business_messaging.',
      'Save and start; then WhatsApp, Configuration, Webhook: the address below and the same verify token; subscribe to messages.',
    ],
    fields: [
      { key: 'phone_number_id', label: 'Phone number ID' },
      secret('access_token', 'Access token'),
      secret('app_secret', 'App secret'),
      secret('verify_token', 'Verify token (any text you choose)'),
    ],
  },
  webhook: {
    label: 'Signed HTTP',
    steps: [
      'Enter the address to which answers are sent, and a shared secret.',
      'Send messages to the address below, signed as Standard Webhooks specifies.',
    ],
    fields: [{ key: 'reply_url', label: 'Address for answers' }, secret('secret', 'Secret (whsec_…)')],
    alarms: 'operations',
  },
};
