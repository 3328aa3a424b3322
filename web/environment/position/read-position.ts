import type { Position } from '../environment.ts';

/** The greatest accuracy that the server accepts, in m. */
const ACCURACY_M_MAX = 10_000_000;
/** Limits of a position in ms: the time to determine it, and the age of one that the device knows already. */
const POSITION_MS_MAX = 10_000;
const POSITION_AGE_MS_MAX = 30_000;

export function readPosition(): Promise<Position | null> {
  return new Promise((resolve) => {
    // Missing on plain http.
    if (!('geolocation' in navigator)) return resolve(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        resolve({ latitude, longitude, accuracy_m: Math.min(Math.round(accuracy), ACCURACY_M_MAX) }),
      () => resolve(null),
      { enableHighAccuracy: true, timeout: POSITION_MS_MAX, maximumAge: POSITION_AGE_MS_MAX },
    );
  });
}
