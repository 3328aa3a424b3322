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
// The first paint has the right language and session, and the dashboard or desk if they are being loaded
// anyway.
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
