import { deskSetting } from '../shell/desk-settings.ts';

/**
 * The setting for shortcuts of a single letter. Users of voice control, or who hit keys by accident, turn
 * them off.
 */
export const singleKeys = {
  on: () => deskSetting.read('single_keys') !== 'off',
  turn: (on: boolean) => deskSetting.write('single_keys', on ? null : 'off'),
  subscribe: deskSetting.subscribe,
};
