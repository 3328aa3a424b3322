import { describe, expect, it } from 'vitest';
import {
  collectionReference,
  depositReference,
  handoverReference,
  instantOfCollection,
  instantOfDeposit,
  instantOfHandover,
} from './references.ts';

const NOW = new Date('2026-11-20T20:30:12.555Z');

describe('the reference of', () => {
  it('a handover contains the business day, driver and instant, and parses back', () => {
    const reference = handoverReference('start', 7, NOW, 'Asia/Dubai');
    expect(reference).toBe('SOD-20261121-7-1795206612555');
    const of = { handover_type: 'start', driver_id: 7, time_zone: 'Asia/Dubai' } as const;
    expect(instantOfHandover(reference, of)).toEqual(NOW);
    expect(instantOfHandover(reference, { ...of, handover_type: 'end' })).toBeNull();
    expect(instantOfHandover(reference, { ...of, driver_id: 8 })).toBeNull();
    expect(instantOfHandover(reference, { ...of, time_zone: 'UTC' })).toBeNull();
    for (const bad of ['', 'SOD', `${reference}0`, ` ${reference}`, 'SOD-20261121-7-9999999999999999']) {
      expect(instantOfHandover(bad, of)).toBeNull();
    }
  });

  it('a deposit parses back to its instant', () => {
    expect(instantOfDeposit(depositReference(NOW))).toEqual(NOW);
    for (const bad of [
      '',
      'BD-',
      'BD-1',
      'BD-0000000000000',
      'XX-1795206612555',
      'BD-1795206612555-invoice',
    ]) {
      expect(instantOfDeposit(bad)).toBeNull();
    }
  });

  it('a collection contains both user ids and the instant', () => {
    const reference = collectionReference('a', 'b', NOW);
    expect(reference).toBe('a_b_2026-11-20T20:30:12.555Z');
    expect(instantOfCollection(reference, 'a', 'b')).toEqual(NOW);
    expect(instantOfCollection(reference, 'b', 'a')).toBeNull();
    for (const bad of ['', 'a_b_', 'a_b_2026-11-20', 'a_b_2026-11-20T20:30:12Z', `${reference} `]) {
      expect(instantOfCollection(bad, 'a', 'b')).toBeNull();
    }
  });
});
