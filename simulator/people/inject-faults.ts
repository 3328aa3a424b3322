import { errorCode } from '../../server/platform/error-code.ts';
import type { Shop } from '../database/fresh-shops.ts';
import type { Phone } from '../phone/phone.ts';
import type { Random } from '../random.ts';
import { type Job, runJob } from '../server/jobs.ts';
import type { SimulatedServer } from '../server/simulated-server.ts';
import { doing } from './doing.ts';
import { endTooEarly } from './end-too-early.ts';
import type { PlannedStep } from './plan.ts';
import type { StepContext } from './step-context.ts';

const HOUR = 3_600_000;

/** Performs a step of the plan. */
export function performStep(of: StepContext, step: PlannedStep, luck: Random): void {
  const { schedule, statements, faults, disk, rooms } = of;
  if ('phone' in step) {
    const phone = of.crowd.phone(step.phone);
    if (phone) performPhoneStep(of, phone, step, luck);
    return;
  }
  if ('shop' in step) {
    const shop = of.shops[step.shop];
    if (shop && shop.people.length > 0) performShopStep(of, shop, step, luck);
    return;
  }
  switch (step.kind) {
    case 'kill server':
      rooms.kill(step.server, step.for_ms, luck.chance(0.8));
      break;
    case 'full disk':
      disk.refuse(true);
      schedule.after(step.for_ms, () => disk.refuse(false));
      break;
    case 'job': {
      if (step.late) faults.count('job late');
      if (step.times > 1) faults.count('job twice');
      for (let time = 0; time < step.times; time++) {
        of.moments.next('any', luck, () => {
          const servers = rooms.living();
          if (servers.length > 0) work(of, luck.pick(servers), step.job, step.late);
        });
      }
      return;
    }
    case 'check':
      statements.errand(of.check());
      break;
  }
}

/**
 * Runs a job. A failed job is not reported, because it runs again later, unless PostgreSQL found an error in
 * a statement or its data (SQLSTATE classes 22, 23 and 42).
 */
function work(of: StepContext, server: SimulatedServer, job: Job, late: boolean): void {
  const failed = (error: unknown) => {
    of.tell(`${job} fails: ${String(error)}`);
    const codes = (error instanceof AggregateError ? error.errors : [error]).map(errorCode);
    const wrong = codes.find((code) => /^(22|23|42)/.test(String(code)));
    if (wrong !== undefined) of.onUnexpected(`${job} failed with ${wrong}`);
  };
  runJob(server, job, late).catch(failed);
}

type ShopStep = Extract<PlannedStep, { shop: number }>;

function performShopStep(of: StepContext, shop: Shop, step: ShopStep, luck: Random): void {
  const { terminal, schedule, statements } = of;
  switch (step.kind) {
    case 'send out':
      doing(of, terminal.sendOut(shop, step.orders, luck));
      break;
    case 'issue cash':
      doing(of, terminal.issueCash(shop, luck));
      break;
    case 'adjust cash':
      doing(of, terminal.adjustCash(shop, luck));
      break;
    case 'adjust earlier':
      doing(of, terminal.adjustEarlier(shop, luck));
      break;
    case 'operator decides':
      doing(of, terminal.decideApproval(shop, luck));
      break;
    case 'arrange stops':
      doing(of, terminal.arrange(shop, luck));
      break;
    case 'cancel':
      doing(of, terminal.cancel(shop, luck));
      break;
    case 'reassign':
      doing(of, terminal.reassign(shop, luck));
      break;
    case 'reopen':
      doing(of, terminal.reopen(shop, luck));
      break;
    case 'balances stuck':
      of.faults.count('balance cannot be written');
      statements.errand(of.setStuck(shop.shop_id, true));
      schedule.after(step.for_ms, () => {
        statements.errand(of.setStuck(shop.shop_id, false));
        // Each server runs its own sweep, and sweeps may run concurrently.
        if (luck.chance(0.6)) schedule.after(luck.between(1, 5_000), () => sweepEverywhere(of));
      });
      break;
  }
}

function sweepEverywhere(of: StepContext): void {
  for (const server of of.rooms.living()) work(of, server, 'post-waiting-movements', false);
}

type PhoneStep = Extract<PlannedStep, { phone: number }>;

function performPhoneStep(of: StepContext, phone: Phone, step: PhoneStep, luck: Random): void {
  const { acts, crowd, faults, schedule } = of;
  switch (step.kind) {
    case 'deliver':
      doing(of, acts.deliver(phone, luck));
      break;
    case 'arrange':
      doing(of, acts.arrange(phone, luck));
      break;
    case 'attempt':
      doing(of, acts.attempt(phone, luck));
      break;
    case 'set out':
      doing(of, acts.setOut(phone, luck));
      break;
    case 'customer came':
      doing(of, acts.customerCame(phone, luck));
      break;
    case 'check load':
      doing(of, acts.checkLoad(phone, luck));
      break;
    case 'decide':
      doing(of, acts.decide(phone, luck));
      break;
    case 'hand over':
      doing(of, acts.handOver(phone, step.way, luck));
      break;
    case 'collect':
      doing(of, acts.collect(phone, luck));
      break;
    case 'deposit':
      doing(of, acts.deposit(phone, luck));
      break;
    case 'move float':
      doing(of, acts.moveFloat(phone, luck));
      break;
    case 'void':
      doing(of, acts.voidRecord(phone, luck));
      break;
    case 'settle':
      doing(of, acts.settle(phone, luck));
      break;
    case 'collect owed':
      doing(of, acts.collectOwed(phone, luck));
      break;
    case 'match':
      doing(of, acts.matchPayment(phone, luck));
      break;
    case 'waive':
      doing(of, acts.requestWaiver(phone, luck));
      break;
    case 'ask consent':
      doing(of, acts.requestConsent(phone, luck));
      break;
    case 'correct':
      doing(of, acts.correct(phone, luck));
      break;
    case 'spend':
      doing(of, acts.spend(phone, luck));
      break;
    case 'request':
      doing(of, acts.request(phone, luck));
      break;
    case 'decide approval':
      doing(of, acts.decideApproval(phone, luck));
      break;
    case 'decide difference':
      doing(of, acts.decideDifference(phone, luck));
      break;
    case 'change ceiling':
      doing(of, acts.changeCeiling(phone, luck));
      break;
    case 'end too early':
      endTooEarly(of, phone, step, luck);
      break;
    case 'press again':
      doing(of, acts.pressAgain(phone, luck, true));
      break;
    case 'no signal':
      faults.count('network away');
      phone.setSignal(false);
      schedule.after(step.for_ms, () => phone.setSignal(true));
      // The tabs are closed meanwhile: once the signal is back, only the service worker can send.
      if (luck.chance(0.4)) {
        schedule.after(luck.between(0, step.for_ms), () => {
          for (const tab of [...phone.tabs()]) tab.end();
        });
        schedule.after(step.for_ms + luck.between(0, 60_000), () =>
          crowd.switchOn(phone, luck.between(1, 2)),
        );
      }
      break;
    case 'wake worker':
      atBadMoment(of, phone, luck, () => {
        // The tabs are closed while requests are in flight.
        if (step.tabs_die) for (const tab of [...phone.tabs()]) tab.end();
        phone.wakeWorker(luck.between(0, 2_000));
        if (step.tabs_die) schedule.after(step.for_ms, () => crowd.switchOn(phone, luck.between(1, 2)));
      });
      break;
    case 'empty battery':
      atBadMoment(of, phone, luck, () => {
        faults.count('battery empty');
        phone.losePower();
        schedule.after(step.for_ms, () => crowd.switchOn(phone, luck.between(1, 2)));
      });
      break;
    case 'lose phone':
      faults.count('phone lost');
      crowd.lose(phone);
      break;
    case 'sign out': {
      const tab = phone.front();
      if (!tab || tab.program.user_id() === null) return;
      faults.count('signed out');
      doing(of, tab.program.signOut());
      schedule.after(step.for_ms, () => crowd.signIn(phone));
      break;
    }
    case 'set clock':
      faults.count('clock set');
      phone.setClock(luck.between(-12, 12) * HOUR);
      break;
    default:
      performTabStep(of, phone, step.kind, luck);
      break;
  }
}

/** Injects a fault, mostly while a command is in flight. */
function atBadMoment({ moments }: StepContext, { name }: Phone, luck: Random, trouble: () => void): void {
  if (luck.chance(0.7)) moments.next(name, luck, trouble);
  else trouble();
}

function performTabStep(of: StepContext, phone: Phone, kind: PhoneStep['kind'], luck: Random): void {
  const tabs = phone.tabs();
  const [first] = tabs;
  if (!first) return;
  const tab = luck.pick(tabs);
  if (kind === 'reload') {
    atBadMoment(of, phone, luck, () => {
      of.faults.count('tab reloaded');
      for (const one of luck.chance(0.5) ? [...phone.tabs()] : [tab]) phone.reload(one);
    });
  }
  if (kind === 'open tab' && tabs.length < 3) phone.openTab();
  if (kind === 'close tab' && tabs.length > 1) tab.end();
  if (kind === 'look elsewhere') phone.lookAt(tab);
}
