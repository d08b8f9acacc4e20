import { Grid, List, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core';
import type { Chatbot } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sibyl } from '../shared/client.ts';
import { CodeBlock } from '../shared/code-block.tsx';
import { Form } from '../shared/form.tsx';
import { useSave } from '../shared/opened.tsx';
import { serviceAddress } from '../shared/place.ts';
import { UnsavedGuard } from '../shared/unsaved-guard.tsx';
import { channels, words } from '../words/chatbots.ts';
import { AlarmFields, alarmsOf, sentAlarms } from './alarm-fields.tsx';
import { originFrom, originsOf } from './origins.ts';

type Values = Record<string, string>;

/** A message or a start changes none of it. */
export const channelParts = ({ agent, channel, params }: Chatbot) => [agent, channel, params];

/** The steps to take at the platform, and fields for the values from there. */
export function ChannelForm({ chatbot }: { chatbot: Chatbot }) {
  const [type, setType] = useState<string>(chatbot.channel.type);
  const [values, setValues] = useState<Values>({});
  const [agent, setAgent] = useState(chatbot.agent);
  const [greeting, setGreeting] = useState(chatbot.params.greeting ?? '');
  const [alarms, setAlarms] = useState(alarmsOf(chatbot.params));
  const agents = useQuery(sibyl.query('listAgents', { path: { projectName: chatbot.project } }));
  const stored: Values = type === chatbot.channel.type ? (chatbot.channel as unknown as Values) : {};
  const [sites, setSites] = useState(originsOf(chatbot.channel).join(', '));
  const origins = sites
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(originFrom);
  const own = type === 'web' ? { allowed_origins: origins } : {};
  const channel = { type, ...kept(stored, type), ...values, ...own };
  const { alarms: example } = channels[type];
  const params = { greeting: greeting || null, alarms: example === undefined ? null : sentAlarms(alarms) };
  const handle = sibyl.project(chatbot.project).chatbot(chatbot.name);
  const save = useSave(chatbot, {
    part: channelParts,
    read: () => handle.get(),
    write: () => handle.put({ agent, channel, params } as never),
    done: words.saved,
    changes: ['getChatbot', 'listChatbots'],
  });
  const isChanged =
    type !== chatbot.channel.type ||
    agent !== chatbot.agent ||
    greeting !== (chatbot.params.greeting ?? '') ||
    JSON.stringify(params.alarms) !== JSON.stringify(sentAlarms(alarmsOf(chatbot.params))) ||
    (type === 'web' && sites !== originsOf(chatbot.channel).join(', ')) ||
    Object.values(values).some((value) => value !== '');
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Form to="chatbots.update" action={save} submit={words.save}>
          <UnsavedGuard isChanged={isChanged} />
          <Select
            label={words.channel}
            allowDeselect={false}
            value={type}
            onChange={(next) => setType(next ?? type)}
            data={Object.entries(channels).map(([value, { label }]) => ({ value, label }))}
          />
          <Select
            label={words.agent}
            required
            data={agents.data?.map(({ name }) => name) ?? (agent ? [agent] : [])}
            value={agent}
            error={save.faults.at('/agent')}
            onChange={setAgent}
          />
          {channels[type].fields.map(({ key, label, secret, optional }) => {
            const isStored = stored[key] !== undefined;
            const props = {
              label,
              value: values[key] ?? (secret ? '' : (stored[key] ?? '')),
              required: !optional && !isStored,
              error: save.faults.at(`/channel/${key}`),
            };
            const set = (value: string) => setValues((old) => ({ ...old, [key]: value }));
            return secret ? (
              <PasswordInput
                key={key}
                {...props}
                placeholder={isStored ? words.secretSet : ''}
                autoComplete="off"
                onChange={(event) => set(event.currentTarget.value)}
              />
            ) : (
              <TextInput key={key} {...props} onChange={(event) => set(event.currentTarget.value)} />
            );
          })}
          {type === 'web' && (
            <TextInput
              label={words.sites}
              description={words.sitesHint}
              placeholder="https://www.example.com"
              value={sites}
              error={save.faults.at('/channel/allowed_origins') ?? save.faults.at('/channel/allowed_origins/0')}
              onChange={(event) => setSites(event.currentTarget.value)}
            />
          )}
          <TextInput
            label={words.greeting}
            value={greeting}
            error={save.faults.at('/params/greeting')}
            onChange={(event) => setGreeting(event.currentTarget.value)}
          />
          {example !== undefined && (
            <AlarmFields project={chatbot.project} example={example} values={alarms} onChange={setAlarms} />
          )}
        </Form>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <List type="ordered" spacing="sm">
          {channels[type].steps.map((step) => (
            <List.Item key={step}>{step}</List.Item>
          ))}
        </List>
        {type !== 'telegram' && type !== 'discord' && <Address chatbot={chatbot} type={type} />}
      </Grid.Col>
    </Grid>
  );
}

/** Fields that are not shown keep their values. */
function kept(stored: Values, type: string): Values {
  const shown = new Set(channels[type].fields.map(({ key }) => key));
  return Object.fromEntries(
    Object.entries(stored).filter(([key, value]) => key !== 'type' && (!shown.has(key) || value !== undefined)),
  );
}

function Address({ chatbot: { id, webhook_url, webhook_note }, type }: { chatbot: Chatbot; type: string }) {
  const widget = `<script src="${serviceAddress}/api/channels/${id}/widget.js" async></script>`;
  return (
    <Stack gap={4} mt="lg">
      <Text size="sm" fw={500}>
        {type === 'web' ? words.snippet : words.address}
      </Text>
      {type === 'web' ? (
        <CodeBlock code={widget} label={words.snippet} />
      ) : webhook_url ? (
        <CodeBlock code={webhook_url} label={words.address} />
      ) : (
        <Text c="dimmed">{words.noAddress}</Text>
      )}
      {type !== 'web' && webhook_note && (
        <Text size="sm" c="dimmed">
          {webhook_note}
        </Text>
      )}
    </Stack>
  );
}
