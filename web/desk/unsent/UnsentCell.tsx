import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { unsentCommandsText } from '../../components/devices/unsent-messages.ts';

type Unsent = Parameters<typeof unsentCommandsText>[0];

/**
 * The number and amount of records that devices have reported but not sent yet; the column title names them.
 */
export function UnsentCell({ unsent }: { unsent: Unsent }) {
  const { count, amount_fils } = unsent;
  return (
    <span className="text-warn" title={unsentCommandsText(unsent)}>
      {amount_fils === 0 ? count : `${count} · ${formatMoney(amount_fils)}`}
    </span>
  );
}
