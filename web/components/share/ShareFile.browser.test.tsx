import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { NoResponse } from '../../api/errors.ts';
import { Toaster } from '../../ui/Toaster.tsx';
import { clearToasts } from '../../ui/toast.ts';
import { ShareFile } from './ShareFile.tsx';

afterEach(clearToasts);

const PDF = new Blob(['%PDF-1.7'], { type: 'application/pdf' });
const button = () => page.getByRole('button', { name: 'Share EOD-1' });
const toasts = () => [...document.querySelectorAll('[data-toast]')].map((toast) => toast.textContent);

/** Replaces the browser's functions, which exist only on some platforms. */
function stubShare(share: ((data: ShareData) => Promise<void>) | null): void {
  const kept = { share: navigator.share, canShare: navigator.canShare };
  const own = share && { share, canShare: (data?: ShareData) => data?.files?.length === 1 };
  for (const name of ['share', 'canShare'] as const)
    Object.defineProperty(navigator, name, { configurable: true, value: own?.[name] });
  onTestFinished(() => {
    for (const name of ['share', 'canShare'] as const)
      Object.defineProperty(navigator, name, { configurable: true, value: kept[name] });
  });
}

async function show(read: () => Promise<Blob>): Promise<void> {
  await render(
    <>
      <ShareFile name="EOD-1" read={read} />
      <p>Shown</p>
      <Toaster />
    </>,
  );
  await expect.element(page.getByText('Shown')).toBeVisible();
}

test('the document is shared as a PDF named after its reference', async () => {
  const shared: File[] = [];
  stubShare(async ({ files = [] }) => void shared.push(...files));
  await show(async () => PDF);
  await button().click();
  await expect.poll(() => shared.length).toBe(1);
  expect(shared[0]).toMatchObject({ name: 'EOD-1.pdf', type: 'application/pdf' });
  expect(await shared[0]?.text()).toBe('%PDF-1.7');
});

test('a cancelled share and one that needs another press are quiet; the next press shares the same file', async () => {
  const failures = [new DOMException('', 'AbortError'), new DOMException('', 'NotAllowedError')];
  const share = vi.fn(async () => {
    const failure = failures.shift();
    if (failure) throw failure;
  });
  const read = vi.fn(async () => PDF);
  stubShare(share);
  await show(read);
  for (const presses of [1, 2, 3]) {
    await button().click();
    await expect.poll(() => share.mock.calls.length).toBe(presses);
    await expect.element(button()).not.toHaveAttribute('aria-busy');
  }
  expect(read).toHaveBeenCalledOnce();
  expect(toasts()).toEqual([]);
});

test('a document that cannot be read is reported as a warning, and read again by the next press', async () => {
  const share = vi.fn(async () => {});
  const read = vi.fn(async () => PDF).mockRejectedValueOnce(new NoResponse('network', { sent: true }));
  stubShare(share);
  await show(read);
  await button().click();
  await expect.poll(toasts).toEqual([expect.stringContaining('The document could not be shared')]);
  expect(share).not.toHaveBeenCalled();
  await button().click();
  await expect.poll(() => share.mock.calls.length).toBe(1);
});

test('a device that cannot share files has no button', async () => {
  stubShare(null);
  await show(async () => PDF);
  expect(button().elements()).toEqual([]);
});
