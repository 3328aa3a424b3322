import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { PhotoPicker } from './PhotoPicker.tsx';
import { PhotoUnreadable } from './photo-limits.ts';
import type { shrinkPhoto } from './shrink-photo.ts';

afterEach(() => cleanup());

const PIXEL = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
);
const file = () => new File([PIXEL], 'photo.png', { type: 'image/png' });
const shrunk = new Blob([PIXEL], { type: 'image/png' });

type Asked = { shrink?: typeof shrinkPhoto; busy?: boolean; onBeforeOpen?: () => void; photo?: Blob | null };

/** The picker inside a form that keeps the photo. */
function Form({ photo = null, ...rest }: Asked) {
  const [kept, keep] = useState<Blob | null>(photo);
  return <PhotoPicker photo={kept} onPhoto={keep} onRemove={() => keep(null)} {...rest} />;
}

const shrinkAtOnce: typeof shrinkPhoto = async () => ({ blob: shrunk, width: 1, height: 1 });

describe('PhotoPicker', () => {
  it('offers the rear camera and the files, both large enough for a thumb', async () => {
    const screen = await render(<Form />);
    const camera = screen.getByLabelText('Take photo').element() as HTMLInputElement;
    const chooser = screen.getByLabelText('Choose file').element() as HTMLInputElement;
    expect([camera.type, camera.accept, camera.getAttribute('capture')]).toEqual([
      'file',
      'image/*',
      'environment',
    ]);
    expect([chooser.type, chooser.accept, chooser.hasAttribute('capture')]).toEqual([
      'file',
      'image/*',
      false,
    ]);
    expect(document.querySelector('img')).toBeNull();
  });

  it('shows what was taken, with a fresh input for the next time, and removes it', async () => {
    const screen = await render(<Form shrink={shrinkAtOnce} />);
    await screen.getByLabelText('Take photo').upload(file());
    await expect.element(screen.getByAltText('What was delivered')).toBeVisible();
    expect(screen.getByLabelText('Take photo').elements()).toEqual([]);
    const before = screen.getByLabelText('Retake').element();
    await screen.getByLabelText('Retake').upload(file());
    await vi.waitFor(() => expect(screen.getByLabelText('Retake').element()).not.toBe(before));
    await screen.getByRole('button', { name: 'Remove' }).click();
    expect(document.querySelector('img')).toBeNull();
    await expect.element(screen.getByLabelText('Take photo')).toHaveFocus();
  });

  it('is busy while the photo is made smaller, then hands it to the newest callback', async () => {
    let finish = () => {};
    const slow: typeof shrinkPhoto = () =>
      new Promise((resolve) => {
        finish = () => resolve({ blob: shrunk, width: 1, height: 1 });
      });
    const [older, newer] = [vi.fn(), vi.fn()];
    const props = { photo: null, onRemove: () => {}, shrink: slow };
    const screen = await render(<PhotoPicker {...props} onPhoto={older} />);
    await screen.getByLabelText('Choose file').upload(file());
    await expect.element(screen.getByRole('status')).toHaveTextContent('Preparing the photo...');
    await expect.element(screen.getByLabelText('Take photo')).toBeDisabled();
    await screen.rerender(<PhotoPicker {...props} onPhoto={newer} />);
    finish();
    await expect.element(screen.getByLabelText('Take photo')).toBeEnabled();
    expect(newer).toHaveBeenCalledExactlyOnceWith(shrunk);
    expect(older).not.toHaveBeenCalled();
  });

  it('says in place what is wrong with the file and keeps the photo that was there', async () => {
    const refuse: typeof shrinkPhoto = () => Promise.reject(new PhotoUnreadable('not_a_picture'));
    const screen = await render(<Form photo={shrunk} shrink={refuse} />);
    await screen.getByLabelText('Retake').upload(file());
    await expect
      .element(screen.getByRole('alert'))
      .toHaveTextContent('This file is not a photo that can be read.');
    await expect.element(screen.getByAltText('What was delivered')).toBeVisible();
    await screen.getByRole('button', { name: 'Remove' }).click();
    expect(document.querySelector('[role=alert]')).toBeNull();
  });

  it('lets the form save itself before the camera opens', async () => {
    const saved = vi.fn();
    const screen = await render(<Form onBeforeOpen={saved} />);
    const input = screen.getByLabelText('Take photo').element() as HTMLInputElement;
    input.addEventListener('click', (event) => event.preventDefault());
    input.click();
    expect(saved).toHaveBeenCalledOnce();
  });

  it('changes nothing while the form is busy', async () => {
    const screen = await render(<Form photo={shrunk} busy />);
    await expect.element(screen.getByLabelText('Retake')).toBeDisabled();
    await expect.element(screen.getByRole('button', { name: 'Remove' })).toBeDisabled();
  });

  it('after the photo shows it small, with one way to take it again', async () => {
    const screen = await render(<Form shrink={shrinkAtOnce} />);
    await screen.getByLabelText('Choose file').upload(file());
    await expect.element(screen.getByLabelText('Retake')).toBeVisible();
    expect((screen.getByLabelText('Retake').element() as HTMLInputElement).getAttribute('capture')).toBe(
      'environment',
    );
    expect(screen.getByLabelText('Choose file').elements()).toEqual([]);
  });

  it('drops a photo that is ready after the form has gone', async () => {
    let finish = () => {};
    const slow: typeof shrinkPhoto = () =>
      new Promise((resolve) => {
        finish = () => resolve({ blob: shrunk, width: 1, height: 1 });
      });
    const onPhoto = vi.fn();
    const screen = await render(
      <PhotoPicker photo={null} onPhoto={onPhoto} onRemove={() => {}} shrink={slow} />,
    );
    await screen.getByLabelText('Choose file').upload(file());
    await screen.unmount();
    finish();
    await Promise.resolve();
    await Promise.resolve();
    expect(onPhoto).not.toHaveBeenCalled();
  });
});
