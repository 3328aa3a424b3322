import { createContext, use } from 'react';
import type { Sender } from '../../contract/rules/messages/message-values.ts';

/** The title of the open screen, from the screen table. */
export const ScreenTitle = createContext('');

/** The time zone of the shop whose dashboard is open; all times on its screens use it. */
export const TimeZone = createContext('UTC');

export function useTimeZone(): string {
  return use(TimeZone);
}

/** The signed-in user and the shop, who are named in messages to customers. */
export const MessageSender = createContext<Sender>({ driver: '', shop: '' });

export function useMessageSender(): Sender {
  return use(MessageSender);
}
