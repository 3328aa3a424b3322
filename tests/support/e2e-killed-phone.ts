import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { chromiumLaunch } from './chromium.ts';
import { PHONE } from './e2e-viewports.ts';
import type { NetworkGate } from './network-gate.ts';

/** A phone's browser in a process that can be killed. The next one finds its data on disk. */
export type KilledPhone = {
  page: Page;
  /** Closes the page's tab immediately, whatever it is doing, and opens another one. */
  newTab(): Promise<Page>;
  /** Switches the network on, at the speed of `LINE`, or off. */
  setSignal(on: boolean): Promise<void>;
  /** Restores the signal until the app has sent this many bytes. Resolves when it is lost again. */
  signalFor(bytes: number): Promise<void>;
  /** Sets the storage quota of the app in bytes; null restores the browser's own. */
  setQuota(bytes: number | null): Promise<void>;
  kill(): Promise<void>;
};

/** Bytes per second, in each direction. */
const LINE = 400_000;

type Options = {
  profile_dir: string;
  gate: NetworkGate;
  /** The time by which the phone's clock is ahead of the computer's, in ms. */
  ahead_ms: number;
};

/** Starts the browser without signal, on an empty page. */
export async function startKilledPhone({ profile_dir, gate, ahead_ms }: Options): Promise<KilledPhone> {
  const { child, address } = await startBrowser(profile_dir);
  const browser = await chromium.connectOverCDP(address);
  const context = browser.contexts()[0] ?? (await browser.newContext());
  await context.addInitScript(setClock, ahead_ms);
  let signal = false;
  gate.setOpen(signal);
  let cdp: CDPSession;

  async function emulate(on: boolean): Promise<void> {
    signal = on;
    const throughput = signal ? LINE : 0;
    await cdp.send('Network.emulateNetworkConditions', {
      offline: !signal,
      latency: 20,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
  }

  async function openTab(): Promise<Page> {
    const page = await context.newPage();
    await page.setViewportSize(PHONE);
    cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await emulate(signal);
    return page;
  }

  const phone: KilledPhone = {
    page: await openTab(),
    async newTab() {
      const before = phone.page;
      await before.close({ runBeforeUnload: false });
      phone.page = await openTab();
      return phone.page;
    },
    async setSignal(on) {
      gate.setOpen(on);
      await emulate(on);
    },
    async signalFor(bytes) {
      const lost = gate.openFor(bytes);
      await emulate(true);
      await lost;
      await emulate(false);
    },
    async setQuota(bytes) {
      await cdp.send('Storage.overrideQuotaForOrigin', {
        origin: gate.url,
        ...(bytes === null ? {} : { quotaSize: bytes }),
      });
    },
    kill: () => kill(child, browser),
  };
  return phone;
}

/** Runs in the page, before any other script. */
function setClock(ahead_ms: number): void {
  const Clock = Date;
  const now = () => Clock.now() + ahead_ms;
  globalThis.Date = new Proxy(Clock, {
    construct: (_, given: unknown[]) =>
      given.length === 0 ? new Clock(now()) : Reflect.construct(Clock, given),
    apply: () => String(new Clock(now())),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}

async function startBrowser(profile_dir: string): Promise<{ child: ChildProcess; address: string }> {
  const { executablePath = chromium.executablePath(), args } = chromiumLaunch();
  const child = spawn(
    executablePath,
    [
      ...args,
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile_dir}`,
      '--no-first-run',
      'about:blank',
    ],
    // A process group, so that all processes of the browser can be killed together.
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const end = () => endGroup(child);
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  for await (const line of createInterface({ input: child.stderr })) {
    const [, address] = /^DevTools listening on (\S+)$/.exec(line) ?? [];
    if (address) {
      child.stderr.resume();
      return { child, address };
    }
  }
  throw new Error('The browser ended before it could be used');
}

async function kill(child: ChildProcess, browser: Browser): Promise<void> {
  const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
  endGroup(child);
  await gone;
  await browser.close().catch(() => undefined);
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}
