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

type Options = {
  shrink?: typeof shrinkPhoto;
  busy?: boolean;
  onBeforeOpen?: () => void;
  photo?: Blob | null;
};

/** A form that stores the picked photo in its state. */
function Form({ photo = null, ...rest }: Options) {
  const [kept, keep] = useState<Blob | null>(photo);
  return <PhotoPicker photo={kept} onPhoto={keep} onRemove={() => keep(null)} {...rest} />;
}

const shrinkAtOnce: typeof shrinkPhoto = async () => ({ blob: shrunk, width: 1, height: 1 });

describe('PhotoPicker', () => {
  it('offers the rear camera and the file chooser', async () => {
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

  it('shows the photo taken, resets the input for the next one, and removes the photo', async () => {
    const screen = await render(<Form shrink={shrinkAtOnce} />);
    await screen.getByLabelText('Take photo').upload(file());
    await expect.element(screen.getByAltText('Delivered goods')).toBeVisible();
    expect(screen.getByLabelText('Take photo').elements()).toEqual([]);
    const before = screen.getByLabelText('Retake').element();
    await screen.getByLabelText('Retake').upload(file());
    await vi.waitFor(() => expect(screen.getByLabelText('Retake').element()).not.toBe(before));
    await screen.getByRole('button', { name: 'Remove' }).click();
    expect(document.querySelector('img')).toBeNull();
    await expect.element(screen.getByLabelText('Take photo')).toHaveFocus();
  });

  it('is busy while the photo is shrunk, then passes it to the latest callback', async () => {
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

  it('explains in place why a file was rejected and keeps the previous photo', async () => {
    const refuse: typeof shrinkPhoto = () => Promise.reject(new PhotoUnreadable('not_a_picture'));
    const screen = await render(<Form photo={shrunk} shrink={refuse} />);
    await screen.getByLabelText('Retake').upload(file());
    await expect
      .element(screen.getByRole('alert'))
      .toHaveTextContent('This file is not a photo that can be read.');
    await expect.element(screen.getByAltText('Delivered goods')).toBeVisible();
    await screen.getByRole('button', { name: 'Remove' }).click();
    expect(document.querySelector('[role=alert]')).toBeNull();
  });

  it('calls onBeforeOpen before the camera opens, so that the form can save its draft', async () => {
    const saved = vi.fn();
    const screen = await render(<Form onBeforeOpen={saved} />);
    const input = screen.getByLabelText('Take photo').element() as HTMLInputElement;
    input.addEventListener('click', (event) => event.preventDefault());
    input.click();
    expect(saved).toHaveBeenCalledOnce();
  });

  it('disables its controls while the form is busy', async () => {
    const screen = await render(<Form photo={shrunk} busy />);
    await expect.element(screen.getByLabelText('Retake')).toBeDisabled();
    await expect.element(screen.getByRole('button', { name: 'Remove' })).toBeDisabled();
  });

  it('offers only Retake once there is a photo', async () => {
    const screen = await render(<Form shrink={shrinkAtOnce} />);
    await screen.getByLabelText('Choose file').upload(file());
    await expect.element(screen.getByLabelText('Retake')).toBeVisible();
    expect((screen.getByLabelText('Retake').element() as HTMLInputElement).getAttribute('capture')).toBe(
      'environment',
    );
    expect(screen.getByLabelText('Choose file').elements()).toEqual([]);
  });

  it('drops a photo that is ready after the form was unmounted', async () => {
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
