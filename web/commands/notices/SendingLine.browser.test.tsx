import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { newId } from '../../../contract/rules/ids.ts';
import { sendingProgress } from '../this-device.ts';
import { SendingLine } from './SendingLine.tsx';

const bar = () => page.getByRole('progressbar');

test('the bar shows the sent share of a photo in steps of 5 %, until all of it is sent', async () => {
  const command_id = newId();
  await render(<SendingLine command_id={command_id} />);
  expect(bar().elements()).toEqual([]);
  const report = sendingProgress.begin(command_id, 'photo', { bytes: 100_000, photo: true });
  report(0.2);
  await expect.element(bar()).toHaveAccessibleName('Sending photo 20 %');
  await expect.element(bar()).toHaveAttribute('aria-valuenow', '20');
  report(0.58);
  await expect.element(bar()).toHaveAccessibleName('Sending photo 55 %');
  await expect.element(bar()).toHaveAttribute('aria-valuenow', '55');
  report(1);
  await expect.element(bar()).not.toBeInTheDocument();
});

test('the bar is labelled as files without a photo, and disappears when the attempt ends', async () => {
  const command_id = newId();
  await render(<SendingLine command_id={command_id} />);
  sendingProgress.begin(command_id, 'note', { bytes: 1_000, photo: false })(0.5);
  await expect.element(bar()).toHaveAccessibleName('Sending files 50 %');
  sendingProgress.end(command_id);
  await expect.element(bar()).not.toBeInTheDocument();
});
