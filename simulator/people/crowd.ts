import type { Book, BookEntry } from '../book/book.ts';
import type { PhoneNumbers } from '../book/device-numbers.ts';
import { PASSWORD, type Person } from '../database/fresh-shops.ts';
import type { Faults } from '../faults.ts';
import type { PhoneLine } from '../network.ts';
import { createPhone, type Phone, type Programs, type Tab } from '../phone/phone.ts';
import type { Random } from '../random.ts';
import type { Schedule } from '../schedule.ts';

/** All people with phones. */
export type Crowd = {
  /** The current phone of a person. */
  phone(number: number): Phone | undefined;
  phones(): readonly Phone[];
  switchOn(phone: Phone, tabs: number): void;
  /** Signs in the phone's person, or presses Try Again if the profile could not be read. */
  signIn(phone: Phone): void;
  /** Loses a phone for good; its person gets an empty one. */
  lose(phone: Phone): void;
  /** Returns true if the command is on its phone in any state, null if the phone is lost. */
  isOnPhone(written: BookEntry): boolean | null;
  /** The command numbers assigned by all phones, including lost ones. */
  numbered(): PhoneNumbers[];
  /** Violations of invariants that hold on every phone, one line each. */
  wrong(): string[];
  /** Undecided commands on phones that are not lost. */
  waiting(): { phone: Phone; entry: KeptEntry }[];
};

export type KeptEntry = {
  command_id: string;
  device_id: string;
  numbered?: { number: number };
  user_id: string;
  endpoint: string;
  subject: string;
  state: string;
  fulfilment: unknown;
  answer: unknown;
  problem: { code: string } | null;
};

const REPLACED_AFTER_MS = 120_000;
const SIGN_IN_AGAIN_AFTER_MS = 15_000;

export function createCrowd(of: {
  people: readonly Person[];
  schedule: Schedule;
  random: Random;
  book: Book;
  faults: Faults;
  lineOf(name: string, number: number): PhoneLine;
  programs: Programs;
  tell(what: string): void;
}): Crowd {
  const { schedule, random, book, tell } = of;
  /** The ids of the commands seen under each number, by device. */
  const given = new Map<string, Map<number, Set<string>>>();
  const lost: Phone[] = [];
  const phones = of.people.map((person, number) => make(`p${number + 1}`, person, number));

  function make(name: string, person: Person, number: number): Phone {
    return createPhone({
      name,
      person,
      schedule,
      random: random.branch(name),
      line: of.lineOf(name, number),
      programs: of.programs,
      faults: of.faults,
      onOpen: listen,
    });
  }

  /** Copies the phone's outcomes into the book. */
  function listen(tab: Tab): void {
    tab.program.onChange(() => {
      for (const entry of tab.program.entries()) {
        const { command_id, state, answer, problem } = entry;
        noteNumber(entry);
        if (state === 'done') book.noteOutcome(command_id, { how: 'done', body: JSON.stringify(answer) });
        if (state === 'refused')
          book.noteOutcome(command_id, { how: 'refused', code: problem?.code ?? 'unknown' });
      }
    });
  }

  function noteNumber({
    device_id,
    numbered,
    command_id,
  }: Pick<KeptEntry, 'device_id' | 'numbered' | 'command_id'>) {
    if (!numbered) return;
    const numbers = given.get(device_id) ?? new Map<number, Set<string>>();
    given.set(device_id, numbers);
    numbers.set(numbered.number, (numbers.get(numbered.number) ?? new Set()).add(command_id));
  }

  function numbersOf(phone: Phone): PhoneNumbers {
    const { user_id, shop_id } = phone.person;
    // A tab may not know yet of a command that was just stored.
    kept(phone).forEach(noteNumber);
    const notes = phone.disk.byKey('notes');
    const note = <Note>(key: string) => notes.get(key) as Note | undefined;
    const device_id = note<string>('device_id') ?? null;
    const [acknowledged = '0'] = note<{ said: string }>(`told ${shop_id}`)?.said.split(',') ?? [];
    return {
      name: phone.name,
      user_id,
      shop_id,
      device_id,
      is_lost: phone.is_lost(),
      highest: note<{ number: number }>(`last_number ${shop_id}`)?.number ?? 0,
      acknowledged: Number(acknowledged),
      open: kept(phone)
        .filter(isUndecided)
        .flatMap(({ numbered }) => numbered?.number ?? []),
      closing: [...notes.keys()]
        .filter((key) => key.startsWith(`closed_number ${shop_id} `))
        .map((key) => Number(key.split(' ').at(-1))),
      explained: book.explained(device_id ?? ''),
      given: given.get(device_id ?? '') ?? new Map(),
    };
  }

  const kept = (phone: Phone) => phone.disk.entries() as KeptEntry[];

  function signIn(phone: Phone): void {
    if (phone.is_lost()) return;
    const tab = phone.front() ?? phone.tabs()[0];
    if (!tab) return;
    if (tab.program.user_id() === phone.person.user_id) {
      if (!tab.program.profile()) void tab.program.refreshProfile();
      return;
    }
    tab.program.signIn(phone.person.email, PASSWORD).then(
      () => tell(`${phone.name} is signed in`),
      () => schedule.after(SIGN_IN_AGAIN_AFTER_MS, () => signIn(phone)),
    );
  }

  function switchOn(phone: Phone, tabs: number): void {
    if (phone.is_lost() || phone.tabs().length > 0) return;
    for (let tab = 0; tab < tabs; tab++) phone.openTab();
    schedule.after(200, () => signIn(phone));
  }

  return {
    phone: (number) => phones[number],
    phones: () => phones,
    switchOn,
    signIn,
    lose(phone) {
      const number = phones.indexOf(phone);
      phone.lose();
      lost.push(phone);
      const replacement = make(`${phone.name}'`, phone.person, number);
      phones[number] = replacement;
      schedule.after(REPLACED_AFTER_MS, () => switchOn(replacement, 1));
    },
    isOnPhone({ phone: name, command_id }) {
      const phone = phones.find((one) => one.name === name);
      return phone ? kept(phone).some((entry) => entry.command_id === command_id) : null;
    },
    numbered: () => [...phones, ...lost].map(numbersOf),
    wrong: () =>
      phones.flatMap((phone) => {
        const subjects = kept(phone)
          .filter(isUndecided)
          .map(({ user_id, endpoint, subject }) => `${endpoint} about ${subject} of ${user_id}`);
        const twice = subjects.filter((subject, at) => subjects.indexOf(subject) < at);
        return twice.map((subject) => `${phone.name} has more than one open ${subject}`);
      }),
    waiting: () =>
      phones.flatMap((phone) =>
        kept(phone)
          .filter(isUndecided)
          .map((entry) => ({ phone, entry })),
      ),
  };
}

function isUndecided({ state }: KeptEntry): boolean {
  return state !== 'done' && state !== 'refused';
}
