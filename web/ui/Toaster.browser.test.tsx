import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Dialog } from './Dialog.tsx';
import { FormDialog } from './FormDialog.tsx';
import { Toaster } from './Toaster.tsx';
import { ToastPlace } from './ToastPlace.tsx';
import { dismissToast, shownToasts, showToast, withdrawToasts } from './toast.ts';

function clear(): void {
  for (const { id } of shownToasts()) dismissToast(id);
}

beforeEach(clear);
afterEach(() => {
  vi.useRealTimers();
  clear();
});

const dismiss = (title: string) => page.getByRole('button', { name: `Dismiss: ${title}` });
const live = () => document.querySelectorAll('[aria-live]');
const placeOf = () =>
  document.querySelector('[data-toaster]')?.closest('[data-place]')?.getAttribute('data-place');

describe('on a phone', () => {
  beforeEach(() => page.viewport(390, 844));

  test('toasts are shown one at a time, the newest in front, with a count and a way to the older ones', async () => {
    await render(<Toaster />);
    showToast({ kind: 'error', title: 'One' });
    await expect.element(dismiss('One')).toBeVisible();
    expect(page.getByRole('button', { name: 'Next' }).query()).toBeNull();
    showToast({ kind: 'warning', title: 'Two' });
    showToast({ kind: 'error', title: 'Three' });
    await expect.element(page.getByText('1 of 3')).toBeVisible();
    await expect.element(dismiss('Three')).toBeVisible();
    expect(dismiss('One').query()).toBeNull();
    const next = page.getByRole('button', { name: 'Next' });
    await next.click();
    await expect.element(page.getByText('2 of 3')).toBeVisible();
    await expect.element(dismiss('Two')).toBeVisible();
    await next.click();
    await expect.element(dismiss('One')).toBeVisible();
    await next.click();
    await expect.element(page.getByText('1 of 3')).toBeVisible();
    await dismiss('Three').click();
    await expect.element(page.getByText('1 of 2')).toBeVisible();
    await expect.element(dismiss('Two')).toBeVisible();
  });

  test('a new toast comes to the front while an older one is shown', async () => {
    await render(<Toaster />);
    for (const title of ['One', 'Two']) showToast({ kind: 'error', title });
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.element(dismiss('One')).toBeVisible();
    showToast({ kind: 'error', title: 'Three' });
    await expect.element(dismiss('Three')).toBeVisible();
    // Shown again, it counts as new.
    showToast({ kind: 'error', title: 'One' });
    await expect.element(dismiss('One')).toBeVisible();
    await expect.element(page.getByText('1 of 3')).toBeVisible();
  });

  test('a toast with the keyboard focus stays in front until the focus leaves it', async () => {
    await render(
      <>
        <Toaster />
        <button type="button">Behind</button>
      </>,
    );
    showToast({ kind: 'error', title: 'One' });
    await expect.element(dismiss('One')).toBeVisible();
    await page.getByRole('button', { name: 'Behind' }).click();
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    for (let presses = 0; document.activeElement !== dismiss('One').element(); presses += 1) {
      if (presses > 8) throw new Error('not reached by Tab');
      await userEvent.keyboard('{Tab}');
    }
    showToast({ kind: 'error', title: 'Two' });
    await expect.element(page.getByText('2 of 2')).toBeVisible();
    await expect.element(dismiss('One')).toHaveFocus();
    await page.getByRole('button', { name: 'Behind' }).click();
    await expect.element(dismiss('Two')).toBeVisible();
  });

  test('one live region contains each toast once, including toasts that are not visible yet', async () => {
    await render(<Toaster />);
    for (const title of ['One', 'Two', 'Three']) showToast({ kind: 'error', title });
    await expect.element(page.getByText('1 of 3')).toBeVisible();
    expect(live()).toHaveLength(1);
    expect([...document.querySelectorAll('[aria-live] li')].map((item) => item.textContent)).toEqual([
      'One',
      'Two',
      'Three',
    ]);
  });

  test('a toast that has not been visible yet does not expire', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await render(<Toaster />);
    showToast({ kind: 'success', title: 'Done' });
    showToast({ kind: 'error', title: 'Stays', about: 'it' });
    await expect.element(page.getByText('1 of 2')).toBeVisible();
    vi.advanceTimersByTime(6_500);
    expect(shownToasts()).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
    withdrawToasts('it');
    await expect.element(dismiss('Done')).toBeVisible();
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(5_999);
    expect(shownToasts()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(shownToasts()).toEqual([]);
  });

  test('dismissing by keyboard focuses the next toast, and after the last one the previous control', async () => {
    await render(
      <>
        <button type="button">Before</button>
        <Toaster />
      </>,
    );
    for (const title of ['One', 'Two']) showToast({ kind: 'error', title });
    await expect.element(dismiss('Two')).toBeVisible();
    await page.getByRole('button', { name: 'Before' }).click();
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(dismiss('One')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'Before' })).toHaveFocus();
  });
});

test('a newer toast about the same subject replaces the older one', async () => {
  await render(<Toaster />);
  showToast({ kind: 'success', title: 'Total 1', about: 'total' });
  showToast({ kind: 'error', title: 'Another' });
  showToast({ kind: 'success', title: 'Total 2', about: 'total' });
  expect(shownToasts().map(({ title }) => title)).toEqual(['Another', 'Total 2']);
});

test('a phone in landscape shows one toast at a time', async () => {
  await page.viewport(844, 390);
  await render(<Toaster />);
  for (const title of ['One', 'Two']) showToast({ kind: 'error', title });
  await expect.element(page.getByText('1 of 2')).toBeVisible();
  expect(dismiss('One').query()).toBeNull();
});

test('the subject of a toast is shown between its title and its description', async () => {
  await render(<Toaster />);
  const toast = { kind: 'success', title: 'Delivery Confirmed', description: 'It is recorded' } as const;
  showToast({ ...toast, names: '#10235 delivered', amount: 'AED 83.00' });
  showToast({ ...toast, names: '#10236 delivered' });
  await expect.element(page.getByText('AED 83.00')).toHaveClass('amount');
  const parts = [...document.querySelectorAll('li')].map((item) =>
    [...item.querySelectorAll('p')].map((part) => part.textContent),
  );
  expect(parts).toEqual([
    [toast.title, '#10235 delivered · AED 83.00', toast.description],
    [toast.title, '#10236 delivered', toast.description],
  ]);
});

function Fields() {
  return (
    <>
      <Toaster />
      <input aria-label="Search" />
      <form>
        <input aria-label="Name" />
        <input type="checkbox" aria-label="Received" />
        <input type="file" aria-label="Photo" />
        <canvas data-testid="pad" />
      </form>
      <div role="dialog" aria-label="Question">
        <select aria-label="Driver">
          <option>Dawood</option>
          <option>Dina</option>
        </select>
      </div>
      <canvas data-testid="chart" />
    </>
  );
}

const shownTitles = () => shownToasts().map(({ title }) => title);

test.each<[string, () => Promise<unknown>]>([
  ['typing', () => page.getByLabelText('Name').fill('L')],
  ['a checkbox', () => page.getByLabelText('Received').click()],
  ['a file', () => page.getByLabelText('Photo').upload(new File(['x'], 'door.jpg'))],
  ['a choice in a dialog', () => page.getByLabelText('Driver').selectOptions('Dina')],
  ['a signature stroke', () => page.getByTestId('pad').click()],
])('%s in another form dismisses all successes and keeps warnings and errors', async (_, enter) => {
  await render(<Fields />);
  showToast({ kind: 'success', title: 'Cash' });
  showToast({ kind: 'warning', title: 'Warning' });
  showToast({ kind: 'error', title: 'Error' });
  showToast({ kind: 'success', title: 'Delivered' });
  await expect.element(page.getByText('Delivered')).toBeVisible();
  await enter();
  expect(shownTitles()).toEqual(['Warning', 'Error']);
});

test('a success that appears during typing is dismissed by the next character', async () => {
  await render(<Fields />);
  await page.getByLabelText('Name').fill('L');
  showToast({ kind: 'success', title: 'Delivered' });
  await expect.element(page.getByText('Delivered')).toBeVisible();
  await userEvent.keyboard('a');
  expect(shownTitles()).toEqual([]);
});

test('a search outside forms and a press on a chart keep a success', async () => {
  await render(<Fields />);
  showToast({ kind: 'success', title: 'Delivered' });
  await expect.element(page.getByText('Delivered')).toBeVisible();
  await page.getByLabelText('Search').fill('10235');
  await page.getByTestId('chart').click();
  expect(shownTitles()).toEqual(['Delivered']);
});

test('on a desktop all toasts are shown, one below the other', async () => {
  await page.viewport(1280, 800);
  await render(<Toaster />);
  for (const title of ['One', 'Two']) showToast({ kind: 'error', title });
  await expect.element(dismiss('One')).toBeVisible();
  await expect.element(dismiss('Two')).toBeVisible();
  expect(page.getByRole('button', { name: 'Next' }).query()).toBeNull();
});

function Places() {
  const [bar, setBar] = useState(false);
  return (
    <>
      <Toaster />
      {bar && (
        <div data-place="bar">
          <ToastPlace level="bar" />
        </div>
      )}
      <div data-place="shell">
        <ToastPlace level="shell" />
      </div>
      <button type="button" onClick={() => setBar(!bar)}>
        Bar
      </button>
    </>
  );
}

test('toasts are shown in the topmost place, in whatever order the places appeared', async () => {
  await render(<Places />);
  await expect.poll(placeOf).toBe('shell');
  const button = page.getByRole('button', { name: 'Bar' });
  await button.click();
  await expect.poll(placeOf).toBe('bar');
  await button.click();
  await expect.poll(placeOf).toBe('shell');
});

const DIALOGS = {
  Dialog: (close: () => void) => (
    <Dialog open onOpenChange={(open) => !open && close()} title="Modal">
      <button type="button">Inside</button>
    </Dialog>
  ),
  FormDialog: (close: () => void) => (
    <FormDialog title="Modal" footer={() => <button type="button">Inside</button>} onClose={close}>
      {null}
    </FormDialog>
  ),
};

function Page({ kind }: { kind: keyof typeof DIALOGS }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && DIALOGS[kind](() => setOpen(false))}
      <Toaster />
    </>
  );
}

test.each(['Dialog', 'FormDialog'] as const)(
  'in a %s, toasts can be reached and dismissed by keyboard, and the dialog stays open',
  async (kind) => {
    await render(<Page kind={kind} />);
    showToast({ kind: 'error', title: 'Before' });
    await page.getByRole('button', { name: 'Open' }).click();
    const modal = page.getByRole('dialog', { name: 'Modal' });
    await expect.element(modal).toBeVisible();
    showToast({ kind: 'error', title: 'Missing' });
    await expect.poll(() => modal.element().contains(document.querySelector('[data-toaster]'))).toBe(true);
    await expect.element(dismiss('Before')).toBeVisible();
    for (let presses = 0; document.activeElement !== dismiss('Before').element(); presses += 1) {
      if (presses > 8) throw new Error('not reached by Tab');
      await userEvent.keyboard('{Tab}');
    }
    await userEvent.keyboard('{Enter}');
    await expect.element(dismiss('Missing')).toHaveFocus();
    await dismiss('Missing').click();
    expect(shownToasts()).toEqual([]);
    await expect.element(modal).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(modal).not.toBeInTheDocument();
    expect(document.querySelectorAll('[data-toaster]')).toHaveLength(1);
    expect(live()).toHaveLength(1);
  },
);
