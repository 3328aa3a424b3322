import type { VoidableRecord } from '../../contract/rules/approvals.ts';
import type { CashRecordKind } from '../../contract/rules/cash-records.ts';
import type { Action, BookEntry } from '../book/book.ts';
import type { Phone } from '../phone/phone.ts';
import type { Random } from '../random.ts';
import type { Hands } from './hands.ts';
import { signed } from './pictures.ts';

export type VoidActions = {
  /**
   * An admin or a manager voids a cash record, mostly a recent one: with both signatures, as a second person
   * with one of them, or with a request for approval. Sometimes the other person has not signed the record.
   */
  voidRecord(phone: Phone, random: Random): Promise<void>;
};

const KINDS: { readonly [Kind in Action['kind']]?: { kind: CashRecordKind; record_type: VoidableRecord } } = {
  start: { kind: 'handover', record_type: 'handover' },
  end: { kind: 'handover', record_type: 'handover' },
  drop: { kind: 'handover', record_type: 'handover' },
  collection: { kind: 'collection', record_type: 'handover' },
  deposit: { kind: 'deposit', record_type: 'deposit' },
  float: { kind: 'float', record_type: 'float' },
};
const RECENT = 4;

export function createVoidActions({ book, signedIn, press, makeKnown }: Hands): VoidActions {
  /** Returns a record of the shop that its people know of. */
  function pickRecord({ person }: Phone, random: Random) {
    const done = book.all().flatMap((entry) => {
      const kinds = KINDS[entry.action.kind];
      const { outcome } = entry;
      if (!kinds || outcome?.how !== 'done' || entry.person.shop_id !== person.shop_id) return [];
      const { id } = JSON.parse(outcome.body) as { id: string };
      return [{ ...kinds, record_id: id, signers: signersOf(entry) }];
    });
    if (done.length === 0) return null;
    return random.pick(random.chance(0.75) ? done.slice(-RECENT) : done);
  }

  return {
    async voidRecord(phone, random) {
      const tab = signedIn(phone);
      const picked = pickRecord(phone, random);
      if (!tab || !picked) return;
      const { kind, record_type, record_id, signers } = picked;
      const { user_id, full_name } = phone.person;
      const shown = await tab.program.ask('read_cash_record', {
        query: { kind, id: record_id },
        as_user: user_id,
      });
      const named = new Map(shown.signatures.map((one) => [one.user_id, one.full_name]));
      const others = signers.filter((signer) => signer !== user_id);
      const is_signer = signers.includes(user_id);
      const other_user_id = is_signer && random.chance(0.4) ? null : otherOf(others, user_id, random);
      const nameOf = ({ full_name, holder }: (typeof shown)['from']) => full_name ?? holder;
      const voided = {
        record_type,
        record_id,
        reason: 'Made by mistake',
        shown: {
          reference: shown.reference,
          name: shown.type,
          recorded_at: new Date(shown.recorded_at),
          from_name: nameOf(shown.from),
          to_name: nameOf(shown.to),
          amount_fils: shown.amount_fils,
        },
        own_signature: signed(full_name),
        other:
          other_user_id === null
            ? null
            : { user_id: other_user_id, signature: signed(named.get(other_user_id) ?? full_name) },
      };
      const action = { kind: 'void', record_type, record_id, other_user_id } as const;
      await press(phone, tab, random, (program) =>
        makeKnown(phone, program, action, (command_id) => program.voidRecord(voided, command_id)),
      );
    },
  };
}

/** The other signer; without one, and sometimes anyway, the user signs for both, which must be refused. */
function otherOf(others: readonly string[], user_id: string, random: Random): string {
  return others.length === 0 || random.chance(0.05) ? user_id : random.pick(others);
}

function signersOf({ person, action }: BookEntry): string[] {
  return 'with_user_id' in action ? [person.user_id, action.with_user_id] : [person.user_id];
}
