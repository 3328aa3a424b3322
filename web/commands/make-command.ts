import type { Profile } from '../../contract/operations/dashboard/profile/read-profile.schema.ts';
import type { Environment } from '../environment/environment.ts';
import { preventReloadDuring } from '../environment/page-use.ts';
import type { NewCommand } from '../offline/new-entry.ts';
import type { Outbox } from '../offline/outbox.ts';
import { type CommandName, isSentByPressing, type OutboxEntry } from '../offline/outbox-entry.ts';
import type { StoragePersistence } from '../offline/storage-persistence.ts';
import { type Command, maySend, type Press } from './command.ts';
import type { Documents } from './documents.ts';

/** The parts of a device that making a command needs. */
export type CommandDevice = {
  environment: { now: Environment['now'] };
  persistence: Pick<StoragePersistence, 'request'>;
  outbox: Outbox;
  documents: Documents;
  /** The difference from the device's clock to the server's, in ms. */
  clockOffsetMs(): number;
};

type Made = { by: Profile; command_id: string; device: CommandDevice };

/**
 * Makes a command under this id and puts it in the outbox. Resolves once it is durable, before anything is
 * sent. If the same user has an open one about the same subject, returns that one instead. Throws errors of
 * `prepare`, SubjectSettled, and a RangeError if the user's role may not send it.
 */
export function makeCommand<N extends CommandName, Given>(
  command: Command<N, Given>,
  given: Given,
  made: Made,
): Promise<OutboxEntry<N>> {
  return preventReloadDuring(make(command, given, made));
}

async function make<N extends CommandName, Given>(
  command: Command<N, Given>,
  given: Given,
  { by, command_id, device }: Made,
): Promise<OutboxEntry<N>> {
  const { endpoint } = command;
  if (!maySend(endpoint, by)) throw new RangeError(`The role ${by.role} may not send ${endpoint}`);
  const press = pressNow({ by, command_id, device });
  const open = await device.outbox.openEntry(endpoint, by.id, command.subject(given, by));
  if (open) return open;
  const made = await prepared(command, given, press);
  // Commands that are sent automatically may wait for hours.
  if (!isSentByPressing(command)) void device.persistence.request();
  return await device.outbox.enqueue<N>(made);
}

/**
 * Remakes a refused command under this id and a new reference, with the original signatures (ruling D4).
 * Returns null if another tab did it first. `amend` adds fields that the device does not store. Throws if a
 * file is no longer on the device.
 */
export function remakeCommand<N extends CommandName, Given>(
  command: Command<N, Given>,
  refused: OutboxEntry<N>,
  made: Made,
  amend?: (given: Given) => Given,
): Promise<OutboxEntry<N> | null> {
  return preventReloadDuring(remake(command, refused, made, amend));
}

async function remake<N extends CommandName, Given>(
  command: Command<N, Given>,
  refused: OutboxEntry<N>,
  made: Made,
  amend?: (given: Given) => Given,
): Promise<OutboxEntry<N> | null> {
  const { outbox } = made.device;
  const given = await command.recall?.(refused, async (path) => {
    const file = await outbox.readFile(refused.command_id, path);
    if (!file) throw new Error('A file of the command is not on this device');
    return file;
  });
  if (!given) throw new RangeError(`${command.endpoint} cannot be remade`);
  return await outbox.remake(
    refused.command_id,
    await prepared(command, amend?.(given) ?? given, pressNow(made)),
  );
}

function pressNow({ by, command_id, device }: Made): Press {
  const { environment, documents } = device;
  const clock_offset_ms = device.clockOffsetMs();
  return { by, command_id, pressed_at: new Date(environment.now()), clock_offset_ms, documents };
}

async function prepared<N extends CommandName, Given>(
  command: Command<N, Given>,
  given: Given,
  press: Press,
): Promise<NewCommand<N>> {
  const { body, files, about_order, endpoint } = await command.prepare(given, press);
  return {
    command_id: press.command_id,
    user_id: press.by.id,
    shop_id: press.by.shop_id,
    endpoint: endpoint ?? command.endpoint,
    subject: command.subject(given, press.by),
    ...(about_order && { about_order }),
    occurred_at: press.pressed_at.toISOString(),
    clock_offset_ms: press.clock_offset_ms,
    input: body,
    files,
  };
}
