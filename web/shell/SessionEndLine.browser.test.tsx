import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Session, SessionContextValue } from '../session/session-types.ts';
import { SessionContext } from '../session/use-session.ts';
import { SessionEndLine } from './StatusLines.tsx';

const DAY_S = 24 * 3600;

function renderEnding(ends_at: number) {
  const session = { ends_at } as Session;
  return render(
    <SessionContext value={{ session } as SessionContextValue}>
      <SessionEndLine time_zone="Asia/Dubai" />
    </SessionContext>,
  );
}

test('in the last days of a session its end is shown above the page, in the shop’s time zone', async () => {
  await renderEnding(Date.UTC(2020, 10, 20, 10, 5) / 1000);
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('You will be signed out on Nov 20, 2020 14:05. Sign out and in again before then');
});

test('before the last days nothing is shown', async () => {
  await renderEnding(Date.now() / 1000 + 8 * DAY_S);
  await expect.element(page.getByRole('status')).toBeEmptyDOMElement();
});
