import { t } from '@lingui/core/macro';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { deviceTimeOff } from '../../api/problem-messages.ts';
import { problemTitle } from '../../messages/server-messages.ts';
import type { Noticed } from '../command.ts';
import type { HandoverEndpoint } from './handover.ts';

/** The text of a refusal in the form, in addition to the toast. */
export function handoverRefusal({ problem, input }: Noticed<HandoverEndpoint>): string {
  const name = input.driver_signature.signer;
  if (problem?.code === 'balance_changed' && problem.current_fils !== undefined) {
    const now = formatMoney(problem.current_fils);
    return t`The cash on hand of ${name} has changed meanwhile: it is ${now} now. Nothing was recorded. Please check the amount and sign again.`;
  }
  if (problem?.code === 'goods_changed') {
    return t`The goods still with ${name} have changed meanwhile. Nothing was recorded. Please check the list and sign again.`;
  }
  if (problem?.code === 'driver_not_available') {
    return t`${name} is not available any more. Nothing was recorded.`;
  }
  if (problem?.code === 'device_time_off') return deviceTimeOff();
  const why = problem ? problemTitle(problem.code, problem.title) : t`The server refused it`;
  return t`${why}. Nothing was recorded.`;
}
