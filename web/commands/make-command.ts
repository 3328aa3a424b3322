import type { Profile } from '../../contract/operations/dashboard/profile/read-profile.schema.ts';
import type { NewCommand } from '../offline/new-entry.ts';
import type { Outbox } from '../offline/outbox.ts';
import { type CommandName, isSentByPressing, type OutboxEntry } from '../offline/outbox-entry.ts';
import type { PromiseToKeep } from '../offline/promise-to-keep.ts';
import { holdingPage } from '../world/page-use.ts';
import type { World } from '../world/world.ts';
import { type Command, maySend, type Press } from './command.ts';
import type { Documents } from './documents.ts';

/** What a device lends to the commands that are made on it. */
export type CommandDevice = {
  world: { now: World['now'] };
  promise: Pick<PromiseToKeep, 'ask'>;
  outbox: Outbox;
  documents: Documents;
  /** What has to be added to the device's clock to get the server's, in ms. */
  clockOffsetMs(): number;
};

type Made = { by: Profile; command_id: string; device: CommandDevice };

/**
 * Makes a command under this id and puts it in the outbox. Resolves when it is safely on the device, before anything is sent;
 * with an open one of the same maker about the same subject that one is answered and nothing is added. Throws what `prepare`
 * throws, SubjectSettled, and a RangeError for somebody who may not send it.
 */
export function makeCommand<N extends CommandName, Given>(
  command: Command<N, Given>,
  given: Given,
  made: Made,
): Promise<OutboxEntry<N>> {
  return holdingPage(make(command, given, made));
}

async function make<N extends CommandName, Given>(
  command: Command<N, Given>,
  given: Given,
  { by, command_id, device }: Made,
): Promise<OutboxEntry<N>> {
  const { endpoint } = command;
  if (!maySend(endpoint, by)) throw new RangeError(`${by.role} does not send ${endpoint}`);
  const press = pressNow({ by, command_id, device });
  const open = await device.outbox.openEntry(endpoint, by.id, command.subject(given, by));
  if (open) return open;
  const made = await prepared(command, given, press);
  // What goes out by itself may wait for hours.
  if (!isSentByPressing(command)) void device.promise.ask();
  return await device.outbox.enqueue<N>(made);
}

/**
 * Makes a refused command anew under this id and another reference, with what it was signed with (ruling D4). Null when
 * another tab was quicker. `amend` adds what the device does not keep. Throws when a file is not on the device any more.
 */
export function remakeCommand<N extends CommandName, Given>(
  command: Command<N, Given>,
  refused: OutboxEntry<N>,
  made: Made,
  amend?: (given: Given) => Given,
): Promise<OutboxEntry<N> | null> {
  return holdingPage(remake(command, refused, made, amend));
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
  if (!given) throw new RangeError(`${command.endpoint} is never made anew`);
  return await outbox.remake(
    refused.command_id,
    await prepared(command, amend?.(given) ?? given, pressNow(made)),
  );
}

function pressNow({ by, command_id, device }: Made): Press {
  const { world, documents } = device;
  const clock_offset_ms = device.clockOffsetMs();
  return { by, command_id, pressed_at: new Date(world.now()), clock_offset_ms, documents };
}

async function prepared<N extends CommandName, Given>(
  command: Command<N, Given>,
  given: Given,
  press: Press,
): Promise<NewCommand<N>> {
  const { body, files, about_order } = await command.prepare(given, press);
  return {
    command_id: press.command_id,
    user_id: press.by.id,
    shop_id: press.by.shop_id,
    endpoint: command.endpoint,
    subject: command.subject(given, press.by),
    ...(about_order && { about_order }),
    occurred_at: press.pressed_at.toISOString(),
    clock_offset_ms: press.clock_offset_ms,
    input: body,
    files,
  };
}
