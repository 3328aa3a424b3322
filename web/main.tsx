import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadDashboard } from './load-dashboard.ts';
import { loadDesk } from './load-desk.ts';
import { setPageLanguage } from './messages/page-language.ts';
import { AppRoutes } from './routes.tsx';
import { sessionStore } from './session/device-session.ts';
import { SessionProvider } from './session/session-provider.tsx';
import { Toasts } from './Toasts.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('No root');

const page = createRoot(root);
// Waits for the language and the session and, if the address needs it, for the dashboard or desk, so that the
// first paint is final.
void Promise.all([setPageLanguage(document.documentElement), opened()]).then(() =>
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
  if (sessionStore.user_id() === null) return;
  const { pathname } = window.location;
  // A failed load is reported by the page.
  if (pathname.startsWith('/dashboard')) await loadDashboard().catch(() => {});
  if (pathname.startsWith('/desk')) await loadDesk().catch(() => {});
}
