import type { Environment, PageState } from '../../web/environment/environment.ts';
import type { Person } from '../database/fresh-shops.ts';
import type { Faults } from '../faults.ts';
import type { PhoneLine } from '../network.ts';
import { type Random, uuidFrom } from '../random.ts';
import type { Schedule } from '../schedule.ts';
import { createDeviceDisk, type DeviceDisk } from './device-disk.ts';
import { createDeviceLocks } from './device-locks.ts';
import type { TabProgram } from './tab-program.ts';

export type Tab = {
  readonly name: string;
  readonly program: TabProgram;
  is_gone(): boolean;
  /** Closes or reloads the tab, or cuts its power: nothing in it continues. */
  end(): void;
};

/** One phone: its disk, its clock and its open tabs. */
export type Phone = {
  readonly name: string;
  readonly person: Person;
  readonly disk: DeviceDisk;
  readonly line: PhoneLine;
  tabs(): readonly Tab[];
  /** The visible tab; undefined while none is open. */
  front(): Tab | undefined;
  openTab(): Tab;
  reload(tab: Tab): void;
  lookAt(tab: Tab): void;
  losePower(): void;
  /** Loses the phone for good. */
  lose(): void;
  is_lost(): boolean;
  setClock(ms_off: number): void;
  setSignal(there: boolean): void;
  /**
   * Makes the browser start the service worker after this many ms, if a tab has requested it and nothing has
   * been sent since then.
   */
  wakeWorker(after_ms: number): void;
};

/** Starts the product's programs, each in its own environment. */
export type Programs = {
  startTab(environment: Environment): TabProgram;
  /** Resolves with true if commands are left to send. */
  sendInBackground(environment: Environment): Promise<boolean>;
};

type Listeners = Set<() => void>;
/** A program that runs on a phone: a tab, or the service worker. */
type Running = { name: string; tab_name: string; is_gone(): boolean };
type OpenTab = Tab &
  Running & {
    number: number;
    hears: Record<'visible' | 'online' | 'offline', Listeners>;
  };
/** The browser stops a service worker at the latest after this many ms, and some earlier. */
const WORKER_MS_MAX = 180_000;
const NO_EVENTS = () => () => {};

export function createPhone(of: {
  name: string;
  person: Person;
  schedule: Schedule;
  random: Random;
  line: PhoneLine;
  programs: Programs;
  faults: Faults;
  /** Called with each tab once it runs. */
  onOpen(tab: Tab): void;
}): Phone {
  const { schedule, random } = of;
  const disk = createDeviceDisk(schedule, random.branch('disk'));
  const locks = createDeviceLocks(schedule);
  /** The listeners of all tabs on a channel, by its name. */
  const channels = new Map<string, Set<{ tab: Running; hear(message: string): void }>>();
  const chance = random.branch('chance');
  let tabs: OpenTab[] = [];
  let front: OpenTab | undefined;
  let opened = 0;
  let lost = false;
  /** True if a tab has requested background sync; the browser keeps the request without power. */
  let is_asked = false;
  let worker: { end(): void } | undefined;
  let clock_off_ms = random.chance(0.6) ? random.between(-9, 9) * 3_600_000 + random.between(-1e6, 1e6) : 0;

  const now = () => Math.floor(schedule.now() + clock_off_ms);

  function open(tab_name: string, number: number): OpenTab {
    const gone: (() => void)[] = [];
    let is_gone = false;
    const tab: OpenTab = {
      number,
      tab_name,
      name: `${of.name}.t${number}`,
      hears: { visible: new Set(), online: new Set(), offline: new Set() },
      program: undefined as unknown as TabProgram,
      is_gone: () => is_gone,
      end() {
        if (is_gone) return;
        is_gone = true;
        tabs = tabs.filter((one) => one !== tab);
        if (front === tab) front = undefined;
        for (const work of gone) work();
      },
    };
    const sendLater = () => {
      is_asked = true;
    };
    const onGone = (work: () => void) => gone.push(work);
    const program = of.programs.startTab({ ...environmentOf(tab, onGone), page: pageOf(tab), sendLater });
    Object.assign(tab, { program });
    tabs.push(tab);
    if (!front) front = tab;
    of.onOpen(tab);
    program.start();
    return tab;
  }

  function environmentOf(
    tab: Running,
    onGone: (work: () => void) => void,
  ): Omit<Environment, 'page' | 'sendLater'> {
    return {
      now,
      elapsed: schedule.now,
      random: {
        uuid: () => uuidInTime(now(), chance),
        number: chance.number,
        bytes: chance.bytes,
      },
      timer: {
        after: (ms, work) =>
          schedule.after(ms, () => {
            if (!tab.is_gone()) work();
          }),
      },
      locks: locks.locksFor({ is_gone: tab.is_gone, onGone }),
      store: disk.storeFor(tab),
      position: async () => null,
      older: null,
      send: (url, request) => of.line.send(tab, url, request),
      channel(name) {
        const all = channels.get(name) ?? new Set();
        channels.set(name, all);
        const own = new Set<{ tab: Running; hear(message: string): void }>();
        onGone(() => {
          for (const one of own) all.delete(one);
        });
        return {
          post(message) {
            if (tab.is_gone()) return;
            for (const one of [...all]) {
              if (one.tab === tab) continue;
              schedule.after(chance.between(1, 12) / 4, () => {
                if (all.has(one)) one.hear(message);
              });
            }
          },
          listen(listener) {
            const one = { tab, hear: listener };
            all.add(one);
            own.add(one);
            return () => all.delete(one);
          },
          close() {
            for (const one of own) all.delete(one);
          },
        };
      },
      tab: tab.tab_name,
    };
  }

  /**
   * Runs the worker like an invisible tab. The browser starts it again if commands are left, or if it had to
   * be stopped.
   */
  function startWorker(): void {
    if (worker || lost || !is_asked || of.line.is_away()) return;
    of.faults.count('service worker woken');
    const gone: (() => void)[] = [];
    let is_gone = false;
    const running: Running = {
      name: `${of.name}.worker`,
      tab_name: uuidFrom(chance),
      is_gone: () => is_gone,
    };
    const end = () => {
      if (is_gone) return;
      is_gone = true;
      worker = undefined;
      for (const work of gone) work();
    };
    worker = { end };
    const page: PageState = {
      visible: () => true,
      onVisible: NO_EVENTS,
      onHidden: NO_EVENTS,
      online: () => !of.line.is_away(),
      onOnline: NO_EVENTS,
      onOffline: NO_EVENTS,
    };
    const stopped_after_ms = chance.chance(0.2) ? chance.between(0, 5_000) : WORKER_MS_MAX;
    schedule.after(stopped_after_ms, () => {
      if (is_gone) return;
      of.faults.count('service worker stopped');
      end();
      is_asked = true;
      wakeWorker(chance.between(1_000, 60_000));
    });
    is_asked = false;
    const environment = { ...environmentOf(running, (work) => gone.push(work)), page, sendLater: () => {} };
    of.programs.sendInBackground(environment).then(
      (is_left) => {
        if (is_gone) return;
        end();
        if (is_left) wakeLater();
      },
      () => {
        if (is_gone) return;
        end();
        wakeLater();
      },
    );
  }

  function wakeLater(): void {
    is_asked = true;
    wakeWorker(chance.between(20_000, 120_000));
  }

  function wakeWorker(after_ms: number): void {
    schedule.after(after_ms, startWorker);
  }

  function pageOf(tab: OpenTab): PageState {
    const hearing = (listeners: Listeners) => (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    };
    return {
      visible: () => front === tab,
      onVisible: hearing(tab.hears.visible),
      // No simulated code depends on it.
      onHidden: NO_EVENTS,
      online: () => !of.line.is_away(),
      onOnline: hearing(tab.hears.online),
      onOffline: hearing(tab.hears.offline),
    };
  }

  function dispatch(tab: OpenTab, event: keyof OpenTab['hears']): void {
    for (const listener of [...tab.hears[event]]) listener();
  }

  const own = (tab: Tab) => tabs.find((one) => one === tab);

  return {
    name: of.name,
    person: of.person,
    disk,
    line: of.line,
    tabs: () => tabs,
    front: () => front,
    openTab() {
      opened += 1;
      return open(uuidFrom(chance), opened);
    },
    reload(tab) {
      const old = own(tab);
      if (!old) return;
      const was_front = front === old;
      old.end();
      const reloaded = open(old.tab_name, old.number);
      if (was_front) front = reloaded;
    },
    lookAt(tab) {
      front = own(tab) ?? front;
      if (front) dispatch(front, 'visible');
    },
    losePower() {
      worker?.end();
      for (const tab of [...tabs]) tab.end();
      disk.losePower();
    },
    lose() {
      lost = true;
      worker?.end();
      for (const tab of [...tabs]) tab.end();
    },
    is_lost: () => lost,
    setClock(ms_off) {
      clock_off_ms = ms_off;
    },
    setSignal(there) {
      of.line.setAway(!there);
      for (const tab of [...tabs]) dispatch(tab, there ? 'online' : 'offline');
      if (there) wakeWorker(chance.between(0, 3_000));
    },
    wakeWorker,
  };
}

/** Returns a UUIDv7 by the phone's own clock. */
function uuidInTime(now_ms: number, random: Random): string {
  const time = Math.max(0, now_ms).toString(16).padStart(12, '0');
  const [, , , fourth = '', last = ''] = uuidFrom(random).split('-');
  const order = random.between(0, 0xfff).toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${order}-${fourth}-${last}`;
}
