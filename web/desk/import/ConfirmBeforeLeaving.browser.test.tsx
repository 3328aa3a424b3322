import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Link, useLocation } from 'wouter';
import { Toaster } from '../../ui/Toaster.tsx';
import { ConfirmBeforeLeaving } from './ConfirmBeforeLeaving.tsx';
import { forgetImport, importNow, setImport } from './import-store.ts';
import { NOTHING_IMPORTED } from './run-import.ts';

const DONE = { ...NOTHING_IMPORTED, imported: 200 };
let before = '';

beforeEach(() => {
  before = location.href;
  for (const path of ['/dashboard/profile', '/desk', '/desk/import']) history.pushState(null, '', path);
  setImport({
    state: { at: 'importing', file_name: 'orders.csv', total: 500, done: DONE, stopping: false },
  });
});
afterEach(() => {
  forgetImport();
  history.pushState(null, '', before);
});

function Here() {
  const [here] = useLocation();
  return (
    <>
      <p>Here: {here}</p>
      <Link to="/desk/drivers">Drivers</Link>
      <Link to="/dashboard/profile">Dashboard</Link>
    </>
  );
}

const here = (path: string) => expect.element(page.getByText(`Here: ${path}`, { exact: true })).toBeVisible();
const question = () => page.getByRole('dialog', { name: 'Leave the desk while orders are imported?' });

it('during an import, leaving the desk by a link or Back needs confirmation and shows the outcome', async () => {
  await render(
    <>
      <ConfirmBeforeLeaving>
        <Here />
      </ConfirmBeforeLeaving>
      <Toaster />
    </>,
  );
  history.back();
  await here('/desk');
  expect(question().query()).toBeNull();
  history.back();
  await expect.element(question()).toHaveTextContent('200 of 500 orders are saved.');
  await here('/desk');
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect.element(question()).not.toBeInTheDocument();
  await vi.waitFor(() => expect(location.pathname).toBe('/desk'));
  await page.getByRole('link', { name: 'Drivers' }).click();
  await here('/desk/drivers');

  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);

  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('button', { name: 'Stop the import and leave' }).click();
  expect(importNow().state).toMatchObject({ at: 'importing', stopping: true });
  await here('/desk/drivers');
  setImport({
    state: { at: 'done', file_name: 'orders.csv', done: { ...DONE, stopped: true }, why: null },
  });
  await here('/dashboard/profile');
  await expect.element(page.getByText('The import of orders.csv was stopped')).toBeVisible();
  await expect.element(page.getByText('200 orders were added.')).toBeVisible();
});
