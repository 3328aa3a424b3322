import { expect, it } from 'vitest';
import { createSendingProgress } from './sending-progress.ts';

it('reports the sent share of all files of an entry, by bytes', () => {
  const progress = createSendingProgress();
  const photo = progress.begin('a', 'photo.jpg', { bytes: 300, photo: true });
  const note = progress.begin('a', 'note.pdf', { bytes: 100, photo: false });
  expect(progress.read('a')).toBeNull();
  photo(0.5);
  expect(progress.read('a')).toEqual({ share: 0.375, photo: true });
  note(1);
  photo(1);
  expect(progress.read('a')).toEqual({ share: 1, photo: true });
  expect(progress.read('b')).toBeNull();
});

it('reports nothing once the attempt is over, and starts again with the next', () => {
  const progress = createSendingProgress();
  let notified = 0;
  progress.subscribe(() => {
    notified += 1;
  });
  const first = progress.begin('a', 'slip.jpg', { bytes: 10, photo: false });
  first(0.9);
  progress.end('a');
  expect(progress.read('a')).toBeNull();
  first(1);
  expect(progress.read('a')).toBeNull();
  progress.begin('a', 'slip.jpg', { bytes: 10, photo: false })(0.1);
  expect(progress.read('a')).toEqual({ share: 0.1, photo: false });
  expect(notified).toBe(3);
});
