import { afterEach, expect, test, vi } from 'vitest';
import { newId } from '../../../contract/rules/ids.ts';
import { createBrowserEnvironment } from '../browser-environment.ts';

afterEach(() => vi.restoreAllMocks());

test.each([
  [12.4, 12],
  // A phone that knows only its country; the server refuses more.
  [25_000_000, 10_000_000],
])('an accuracy of %d m is recorded as %d m', async (accuracy, accuracy_m) => {
  const coords = { latitude: 25.2, longitude: 55.3, accuracy } as GeolocationCoordinates;
  vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation((found) =>
    found({ coords } as GeolocationPosition),
  );
  const { position } = createBrowserEnvironment(`position-${newId()}`);
  expect(await position()).toEqual({ latitude: 25.2, longitude: 55.3, accuracy_m });
});
