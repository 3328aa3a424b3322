import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { SCREENS } from '../screen-table.ts';
import { SessionProvider } from '../session/session-provider.tsx';
import { Sidebar } from './Sidebar.tsx';

const who = { full_name: 'Omar Aziz', role: 'Driver', areas: SCREENS };

test.each([false, true])('the sidebar is titled with the product name, collapsed: %s', async (collapsed) => {
  await render(
    <SessionProvider>
      <Sidebar {...who} collapsed={collapsed} />
    </SessionProvider>,
  );
  await expect.element(page.getByText('Mandoob', { exact: true })).toBeInTheDocument();
  await expect.element(page.getByText('Driver Management', { exact: true })).toBeInTheDocument();
});
