import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { listenForInstall } from '../../environment/install.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { InstallCard } from './InstallCard.tsx';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

const prompt = vi.fn(async () => {});
const card = () => page.getByRole('region', { name: 'Install this app' });
const notes = () => thisTab.store.read(['notes'], (tx) => tx.get('notes', 'install_put_off'));

/** Fires Chromium's install event; returns whether the browser's own prompt was prevented. */
function offer(): boolean {
  const event = new Event('beforeinstallprompt', { cancelable: true });
  dispatchEvent(Object.assign(event, { prompt }));
  return event.defaultPrevented;
}

beforeAll(listenForInstall);
beforeEach(() => prompt.mockClear());
afterEach(() => {
  vi.restoreAllMocks();
  // Withdraws the offer before the next test.
  dispatchEvent(new Event('appinstalled'));
});

test('the card installs the app if the browser offers it', async () => {
  await render(<InstallCard />);
  await notes();
  expect(card().query()).toBeNull();
  expect(offer()).toBe(true);
  await expect
    .element(card())
    .toHaveTextContent('It opens from your home screen, with and without a connection.');
  await card().getByRole('button', { name: 'Install' }).click();
  await vi.waitFor(() => expect(prompt).toHaveBeenCalledOnce());
  await expect.element(card()).not.toBeInTheDocument();
});

test('on an iPhone the card explains how to install and warns about unsent work', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE);
  await render(<InstallCard />);
  await expect.element(card()).toHaveTextContent('In Safari, press Share, then Add to Home Screen.');
  await expect
    .element(card())
    .toHaveTextContent('Send unsent work here, install, then sign in again in the app.');
  expect(
    card()
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Not now']);
});

test('after Not now, the card stays hidden on this device', async () => {
  const first = await render(<InstallCard />);
  offer();
  await card().getByRole('button', { name: 'Not now' }).click();
  await expect.element(card()).not.toBeInTheDocument();
  await vi.waitFor(async () => expect(await notes()).toBeDefined());
  await first.unmount();

  await render(<InstallCard />);
  offer();
  // This read completes after the card's own.
  await notes();
  await new Promise(requestAnimationFrame);
  expect(card().query()).toBeNull();
});
