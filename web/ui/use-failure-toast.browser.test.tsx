import { afterEach, beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { networkWatch } from '../environment/reachability/network-watch.ts';
import { clearToasts, shownToasts } from './toast.ts';
import { useFailureToast } from './use-failure-toast.ts';

type Read = { error: unknown; isSuccess: boolean };
const FAILED: Read = { error: new Error('No connection'), isSuccess: false };
const READ: Read = { error: null, isSuccess: true };
const hereFailed = () => ({ kind: 'error' as const, title: 'Not read here' });
const thereFailed = () => ({ kind: 'error' as const, title: 'Not read there' });

function Here({ read }: { read: Read }) {
  useFailureToast('orders', read, hereFailed);
  return null;
}

function There({ read }: { read: Read }) {
  useFailureToast('orders', read, thereFailed);
  return null;
}

const shown = () => shownToasts().map(({ title }) => title);

beforeEach(clearToasts);
afterEach(clearToasts);

test('a successful read withdraws the toast of the failed one, on another page too', async () => {
  const here = await render(<Here read={FAILED} />);
  expect(shown()).toEqual(['Not read here']);
  await here.rerender(<Here read={READ} />);
  expect(shown()).toEqual([]);
  await here.rerender(<Here read={FAILED} />);
  expect(shown()).toEqual(['Not read here']);
  await here.unmount();
  await render(<There read={READ} />);
  expect(shown()).toEqual([]);
});

test('two pages that fail to read the same data show one toast, with the text of the newer', async () => {
  await render(<Here read={FAILED} />);
  await render(<There read={FAILED} />);
  expect(shown()).toEqual(['Not read there']);
});

test('a read that fails while the device is offline shows no toast; the next one that fails online does', async () => {
  const { isOffline } = networkWatch;
  try {
    networkWatch.isOffline = () => true;
    const here = await render(<Here read={FAILED} />);
    expect(shown()).toEqual([]);
    networkWatch.isOffline = () => false;
    await here.rerender(<Here read={FAILED} />);
    expect(shown()).toEqual([]);
    await here.rerender(<Here read={{ ...FAILED, error: new Error('The server failed') }} />);
    expect(shown()).toEqual(['Not read here']);
  } finally {
    networkWatch.isOffline = isOffline;
  }
});
