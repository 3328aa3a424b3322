import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { chromiumLaunch } from './chromium.ts';
import { PHONE } from './e2e-viewports.ts';
import type { NetworkGate } from './network-gate.ts';

/** A phone's browser in a process of its own, which can be killed: what it had on its disk is there for the next one. */
export type KilledPhone = {
  page: Page;
  /** The page's tab is closed at once, whatever it was doing, and another one is opened. */
  newTab(): Promise<Page>;
  /** Whether there is a network; true only for as fast a one as `LINE`. */
  setSignal(on: boolean): Promise<void>;
  /** Restores the signal until the app has sent this many bytes. Resolves when it is lost again. */
  signalFor(bytes: number): Promise<void>;
  /** How many bytes the app may keep here; null: as many as the browser lets it. */
  setQuota(bytes: number | null): Promise<void>;
  kill(): Promise<void>;
};

/** Bytes a second, in each direction. */
const LINE = 400_000;

type Options = {
  profile_dir: string;
  gate: NetworkGate;
  /** Of its clock, to the machine’s. */
  ahead_ms: number;
};

/** Without signal, on an empty page. */
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

/** Runs in the page, before anything else there. */
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
    // A group of its own: with the browser go all its processes.
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
    // It is gone already.
  }
}
