import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { AppRoutes } from './routes.tsx';
import { sessionStore } from './session/device-session.ts';
import { SessionProvider } from './session/session-provider.tsx';
import { Toasts } from './Toasts.tsx';
import { speakPageLanguage } from './words/page-language.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

const page = createRoot(root);
// The first paint is already the signed-in one, in the page's language.
void Promise.all([speakPageLanguage(document.documentElement), sessionStore.open()]).then(() =>
  page.render(
    <StrictMode>
      <SessionProvider>
        <AppRoutes />
      </SessionProvider>
      <Toasts />
    </StrictMode>,
  ),
);
