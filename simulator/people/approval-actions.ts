import type { Approvals } from '../../contract/operations/desk/approvals/list-approvals.schema.ts';
import type { Difference } from '../../contract/operations/desk/differences/list-differences.schema.ts';
import type { EndpointBody, EndpointResponse } from '../../contract/operations/endpoint-schemas.ts';
import { isAttemptFailure, isFinal, MEMORY_PAUSES_MS } from '../../web/api/attempt.ts';
import type { Action } from '../book/book.ts';
import type { Phone, Tab } from '../phone/phone.ts';
import type { Random } from '../random.ts';
import type { Hands } from './hands.ts';
import { signed } from './pictures.ts';

/** The actions of admins and managers with approvals, and with shortages and overs. */
export type ApprovalActions = {
  /** Requests an adjustment or a write-off, or proposes a shortage for the salary list. */
  request(phone: Phone, random: Random): Promise<void>;
  /** Approves, refuses or withdraws a request; often one's own, or one of an older list. */
  decideApproval(phone: Phone, random: Random): Promise<void>;
  /** Decides about the difference of an end of day, sometimes too early or with an older amount. */
  decideDifference(phone: Phone, random: Random): Promise<void>;
  /** A person pays a shortage, or gets an over back, mostly in part. */
  settle(phone: Phone, random: Random): Promise<void>;
  /** An admin changes the ceiling of a person. */
  changeCeiling(phone: Phone, random: Random): Promise<void>;
};

/** Some outcomes are not permitted; most attempts at those are approvals. */
const OUTCOMES = ['approved', 'approved', 'approved', 'refused', 'withdrawn'] as const;

type DeskCommand =
  | 'request_adjustment'
  | 'request_write_off'
  | 'propose_salary'
  | 'decide_approval'
  | 'decide_difference';

export function createApprovalActions({ book, schedule, signedIn, press, makeKnown, tell }: Hands) {
  /** The requests that each phone has shown, the newest last. */
  const seen = new Map<string, Approvals['pending']>();

  const pause = (ms: number) => new Promise<void>((resolve) => schedule.after(ms, resolve));

  /** Sends a command of the desk, and repeats it with the same id while its outcome is unknown. */
  async function send<N extends DeskCommand>(
    phone: Phone,
    { program }: Tab,
    name: N,
    body: EndpointBody<N>,
    action: Action,
  ): Promise<EndpointResponse<N> | null> {
    const { person } = phone;
    const command_id = program.newId();
    book.press({ phone: phone.name, person, action }, command_id);
    tell(`${phone.name}: ${action.kind} ${command_id}`);
    for (const pause_ms of [...MEMORY_PAUSES_MS, null]) {
      try {
        const reply = await program.ask(name, { command_id, body, as_user: person.user_id });
        book.noteOutcome(command_id, { how: 'done', body: JSON.stringify(reply) });
        return reply;
      } catch (error) {
        if (!isAttemptFailure(error) || pause_ms === null) return null;
        // An earlier attempt may arrive yet, so that a refusal of this one proves nothing.
        if ('problem' in error && isFinal(error.problem)) return null;
        await pause(pause_ms);
      }
    }
    return null;
  }

  async function openDifferences({ program }: Tab, { person }: Phone) {
    return program.ask('list_differences', { as_user: person.user_id });
  }

  /** An amount of which the whole is a multiple; rarely more than is open. */
  function partOf({ open_fils }: Difference, random: Random): number {
    if (random.chance(0.1)) return open_fils + random.between(1, 500);
    return random.chance(0.3) ? open_fils : random.between(1, open_fils);
  }

  return {
    async request(phone, random) {
      const tab = signedIn(phone);
      if (!tab) return;
      const { open } = await openDifferences(tab, phone);
      const difference = open.length > 0 && random.chance(0.8) ? random.pick(open) : null;
      if (difference && random.chance(0.25)) {
        const body = { difference_id: difference.id, amount_fils: partOf(difference, random), reason: null };
        await send(phone, tab, 'propose_salary', body, { kind: 'salary proposal', ...withoutReason(body) });
      } else if (difference) {
        const about = { difference_id: difference.id, amount_fils: partOf(difference, random) };
        const ground = random.pick(['salary', 'loss', 'loss'] as const);
        const body = { ...about, ground, reason: 'The shop bears it' };
        await send(phone, tab, 'request_write_off', body, { kind: 'write-off request', ...about });
      } else {
        const { people } = await tab.program.ask('list_approvals', { as_user: phone.person.user_id });
        const { user_id } = random.pick(people);
        const about = { user_id, amount_fils: random.between(1, 40) * 50 * random.pick([1, -1]) };
        const body = { ...about, reason: 'Counted again' };
        await send(phone, tab, 'request_adjustment', body, { kind: 'adjustment request', ...about });
      }
    },

    async decideApproval(phone, random) {
      const tab = signedIn(phone);
      if (!tab) return;
      const { pending } = await tab.program.ask('list_approvals', { as_user: phone.person.user_id });
      const ids = new Set(pending.map(({ id }) => id));
      const gone = (seen.get(phone.name) ?? []).filter(({ id }) => !ids.has(id));
      seen.set(phone.name, [...gone, ...pending]);
      // A list that was not updated shows requests that are decided or have expired.
      const shown = gone.length > 0 && random.chance(0.35) ? gone.slice(-3) : pending;
      if (shown.length === 0) return;
      const { id: approval_id, is_own, may_approve } = random.pick(shown);
      const fitting = is_own ? 'withdrawn' : may_approve && random.chance(0.8) ? 'approved' : 'refused';
      const outcome = random.chance(is_own ? 0.4 : 0.7) ? fitting : random.pick(OUTCOMES);
      const body = { approval_id, outcome, reason: random.chance(0.3) ? 'As agreed' : null };
      await send(phone, tab, 'decide_approval', body, { kind: 'decision', approval_id, outcome });
    },

    async decideDifference(phone, random) {
      const tab = signedIn(phone);
      if (!tab) return;
      const { undecided } = await openDifferences(tab, phone);
      if (undecided.length === 0) return;
      const { handover_id, ...shown } = random.pick(undecided);
      const choice = random.chance(0.8) ? ('short_or_over' as const) : ('kept' as const);
      const bookable_fils = random.chance(0.9) ? shown.bookable_fils : shown.signed_fils;
      const body = { handover_id, choice, bookable_fils, reason: choice === 'kept' ? 'Counted again' : null };
      const action = { kind: 'difference decision', handover_id, choice, bookable_fils } as const;
      await send(phone, tab, 'decide_difference', body, action);
    },

    async settle(phone, random) {
      const tab = signedIn(phone);
      if (!tab) return;
      const { open } = await openDifferences(tab, phone);
      if (open.length === 0) return;
      const difference = random.pick(open);
      const { id: difference_id, full_name } = difference;
      const amount_fils = partOf(difference, random);
      const settled = {
        difference_id,
        amount_fils,
        shown: difference,
        person_signature: signed(full_name),
        staff_signature: signed(phone.person.full_name),
      };
      const action = { kind: 'settlement', difference_id, amount_fils } as const;
      await press(phone, tab, random, (program) =>
        makeKnown(phone, program, action, (command_id) => program.settle(settled, command_id)),
      );
    },

    async changeCeiling(phone, random) {
      const tab = signedIn(phone);
      if (!tab) return;
      const { program } = tab;
      const as_user = phone.person.user_id;
      const { drivers } = await program.ask('list_handover_drivers', { as_user });
      if (drivers.length === 0) return;
      const { user_id } = random.pick(drivers);
      const ceiling_fils = random.chance(0.7) ? random.between(1, 30) * 1_000 : null;
      const body = { person: { user_id, ceiling_fils } };
      await program.ask('change_cash_settings', { as_user, command_id: program.newId(), body });
    },
  } satisfies ApprovalActions;
}

function withoutReason({ difference_id, amount_fils }: { difference_id: string; amount_fils: number }) {
  return { difference_id, amount_fils };
}
