import { Button, Center, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { sibyl } from '../shared/client.ts';
import { ProblemNote } from '../shared/problem.tsx';
import { queryClient } from '../shared/query-client.ts';
import { Brand } from '../shell/brand.tsx';
import { signIn } from '../words/shared.ts';

/** Exchanges a key for a cookie and returns to the wanted page. */
export function SignInPage() {
  const { to = '/' } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [key, setKey] = useState('');
  const [error, setError] = useState<unknown>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setError(undefined);
    try {
      await sibyl.session.create(key.trim());
      queryClient.clear();
      // An address of another site would start with two slashes.
      navigate({ href: to.startsWith('/') && !to.startsWith('//') ? to : '/' });
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <Center mih="100vh" p="md" component="main">
      <Paper withBorder p="xl" w="100%" maw={420}>
        <form onSubmit={submit}>
          <Stack>
            <Brand />
            <Title order={1} size="h3">
              {signIn.title}
            </Title>
            <Text c="dimmed" size="sm">
              {signIn.lead}
            </Text>
            <PasswordInput
              label={signIn.key}
              description={signIn.hint}
              value={key}
              required
              autoFocus
              onChange={(event) => setKey(event.currentTarget.value)}
            />
            {error !== undefined && <ProblemNote error={error} />}
            <Button type="submit">{signIn.submit}</Button>
          </Stack>
        </form>
      </Paper>
    </Center>
  );
}
