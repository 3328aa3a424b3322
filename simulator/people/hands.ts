import type { Action, Book } from '../book/book.ts';
import type { Phone, Tab } from '../phone/phone.ts';
import type { TabProgram } from '../phone/tab-program.ts';
import type { Random } from '../random.ts';
import type { Schedule } from '../schedule.ts';

/** The means by which people act with their phones. */
export type Hands = {
  book: Book;
  schedule: Schedule;
  /** Returns the tab in which the phone's person is signed in. */
  signedIn(phone: Phone): Tab | null;
  /** Presses once; sometimes a second time, in this tab or in another one. */
  press(
    phone: Phone,
    tab: Tab,
    random: Random,
    make: (program: TabProgram, again: boolean) => Promise<void>,
  ): Promise<void>;
  /** Makes a command that the phone keeps, and records it in the book. */
  makeKnown(
    phone: Phone,
    program: TabProgram,
    action: Action,
    make: (command_id: string) => Promise<{ command_id: string }>,
  ): Promise<void>;
  tell(what: string): void;
};
