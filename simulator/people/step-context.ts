import type { Book } from '../book/book.ts';
import type { Shop } from '../database/fresh-shops.ts';
import type { Statements } from '../database/statements.ts';
import type { Faults } from '../faults.ts';
import type { Schedule } from '../schedule.ts';
import type { ContentDisk } from '../server/content-disk.ts';
import type { ServerRoom } from '../server/server-room.ts';
import type { Crowd } from './crowd.ts';
import type { DeferredFaults } from './deferred-faults.ts';
import type { Terminal } from './terminal.ts';
import type { UserActions } from './user-actions.ts';

/** The means of the steps of a plan. */
export type StepContext = {
  schedule: Schedule;
  statements: Statements;
  faults: Faults;
  acts: UserActions;
  crowd: Crowd;
  terminal: Terminal;
  book: Book;
  shops: readonly Shop[];
  rooms: ServerRoom;
  disk: ContentDisk;
  moments: DeferredFaults;
  /** Makes the balances of a shop unwritable, or writable again. */
  setStuck(shop_id: number, is_stuck: boolean): Promise<void>;
  check(): Promise<void>;
  /** Called with each failure that the simulator did not cause. */
  onUnexpected(what: string): void;
  tell(what: string): void;
};
