import { commandRoute, readRoute } from '../../operations/route.ts';

/** Routes whose module is loaded on the first request, to keep the server's start short. */

export const readCashSettingsRoute = readRoute('read_cash_settings', async ({ tx, actor }) => {
  const { readCashSettings } = await import('./cash-settings.ts');
  return readCashSettings(tx, actor.shop_id);
});

export const changeCashSettingsRoute = commandRoute(
  'change_cash_settings',
  async (tx, actor, input, command) => {
    const { changeCashSettings } = await import('./cash-settings.ts');
    return changeCashSettings(tx, actor, input, command);
  },
);
