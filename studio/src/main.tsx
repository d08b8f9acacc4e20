import './shell/first-styles.ts';
import './shared/studio.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './router.tsx';
import { lazyPart, loadAhead } from './shared/part.ts';
import { queryClient } from './shared/query-client.ts';
import { refuseStrayFiles } from './shared/stray-drop.ts';
import { theme } from './shell/theme.ts';

const Messages = lazyPart(() => import('./shell/messages.tsx'), 'Messages');

createRoot(document.getElementById('studio')!).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Suspense fallback={null}>
          <Messages />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

loadAhead();
refuseStrayFiles();
