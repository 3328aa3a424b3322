import { deskSetting } from '../shell/desk-settings.ts';

/** Whether a letter alone does something: who speaks to the machine, or hits keys by accident, turns it off in the help. */
export const singleKeys = {
  on: () => deskSetting.read('single_keys') !== 'off',
  turn: (on: boolean) => deskSetting.write('single_keys', on ? null : 'off'),
  subscribe: deskSetting.subscribe,
};
