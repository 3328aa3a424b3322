import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadDashboard } from './load-dashboard.ts';
import { AppRoutes } from './routes.tsx';
import { sessionStore } from './session/device-session.ts';
import { SessionProvider } from './session/session-provider.tsx';
import { Toasts } from './Toasts.tsx';
import { speakPageLanguage } from './words/page-language.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

const page = createRoot(root);
// The first paint is already the signed-in one, in the page's language, and of the dashboard where that is on its way anyway.
void Promise.all([speakPageLanguage(document.documentElement), opened()]).then(() =>
  page.render(
    <StrictMode>
      <SessionProvider>
        <AppRoutes />
      </SessionProvider>
      <Toasts />
    </StrictMode>,
  ),
);

async function opened(): Promise<void> {
  await sessionStore.open();
  const dashboard = sessionStore.user_id() !== null && window.location.pathname.startsWith('/dashboard');
  // What cannot be loaded is told by the page.
  if (dashboard) await loadDashboard().catch(() => {});
}
