import { TransNoContext, type TransProps } from '@lingui/react/server';
import { i18n } from './i18n.ts';

const lingui = { i18n };

/** A message with elements in it; the `Trans` macro becomes this. */
export function Trans(props: TransProps) {
  return <TransNoContext {...props} lingui={lingui} />;
}
