import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { deriveKeys } from '../../platform/secrets/keys.ts';
import type { BucketSetting } from '../../platform/settings/files-setting.ts';
import { assetsOf, BUILDS, PART_MS_MAX } from '../assets/kept-assets.ts';
import { type S3Object, s3Objects } from './s3-objects.ts';
import { type Machine, s3Requests } from './s3-requests.ts';

/*
 * The scripts and styles of the newest builds, stored next to the files of the shops (decision 41):
 * `web-assets/{build}/{name}`, and their hashes in `web-assets/{build}.list`, which is written last and
 * signed with the servers' secret. Other users with write access to the bucket cannot inject scripts.
 */
export type AssetsInBucket = {
  /**
   * Stores the files of the directory as the newest build, and removes all but the newest three. Servers may
   * call it concurrently.
   */
  keep(assets: string): Promise<void>;
  /** Returns the first of these files that a kept build has; null if none has one. */
  read(names: readonly string[]): Promise<{ name: string; bytes: Buffer } | null>;
};

/** The time for which the list of builds is cached, in ms. */
const LOOK_AGAIN_MS = 60_000;
const PLACE = 'web-assets/';

/** The hash of each file by its name. */
type Files = Record<string, string>;
type Kept = { build: string; files: Files };

export function assetsInBucket(
  bucket: BucketSetting,
  auth_secrets: readonly string[],
  machine: Machine,
): AssetsInBucket {
  const objects = s3Objects(s3Requests(bucket, machine), bucket.bucket, machine.now);
  const keys = deriveKeys(auth_secrets, 'kept assets');
  let looked: { at: number; kept: Promise<Kept[]> } | undefined;

  async function lists(): Promise<S3Object[]> {
    const found: S3Object[] = [];
    for await (const one of objects.list(PLACE)) if (LIST.test(one.key)) found.push(one);
    return found.sort((one, other) => other.put_at.getTime() - one.put_at.getTime());
  }

  /** Returns the kept builds, newest first. Lists without a valid signature are ignored. */
  async function keptBuilds(): Promise<Kept[]> {
    const kept: Kept[] = [];
    for (const { key } of (await lists()).slice(0, BUILDS)) {
      const found = await objects.read(key);
      const files = found && readList(keys, (await buffer(found)).toString());
      if (files) kept.push({ build: LIST.exec(key)?.[1] ?? '', files });
    }
    return kept;
  }

  async function prune(): Promise<void> {
    const newest = (await lists()).slice(0, BUILDS).map(({ key }) => LIST.exec(key)?.[1]);
    for await (const { key, put_at, listed_at } of objects.list(PLACE)) {
      const is_old = listed_at.getTime() - put_at.getTime() >= PART_MS_MAX;
      // While a build is being stored its list is missing, so only old objects are removed.
      if (is_old && !newest.includes(/^web-assets\/([0-9a-f]{16})/.exec(key)?.[1])) await objects.remove(key);
    }
  }

  return {
    async keep(assets) {
      const { build, names } = await assetsOf(assets);
      const there = new Set<string>();
      for await (const { key } of objects.list(`${PLACE}${build}/`)) there.add(key);
      const files: Files = {};
      for (const name of names) {
        const bytes = await readFile(join(assets, name));
        files[name] = sha256Of(bytes);
        const key = `${PLACE}${build}/${name}`;
        if (!there.has(key)) await objects.put(key, bytes);
      }
      const [key] = keys;
      if (key) await objects.put(`${PLACE}${build}.list`, Buffer.from(writeList(key, files)));
      await prune();
    },
    async read(names) {
      const at = performance.now();
      if (!looked || at - looked.at >= LOOK_AGAIN_MS) looked = { at, kept: keptBuilds() };
      const { kept } = looked;
      kept.catch(() => {
        if (looked?.kept === kept) looked = undefined;
      });
      for (const { build, files } of await kept) {
        const name = names.find((one) => Object.hasOwn(files, one));
        const found = name === undefined ? null : await objects.read(`${PLACE}${build}/${name}`);
        const bytes = found && (await buffer(found));
        if (name !== undefined && bytes && sha256Of(bytes) === files[name]) return { name, bytes };
      }
      return null;
    },
  };
}

const LIST = /^web-assets\/([0-9a-f]{16})\.list$/;

function writeList(key: Uint8Array, files: Files): string {
  const text = JSON.stringify(files);
  return `${macOf(key, text)}\n${text}`;
}

function readList(keys: readonly Uint8Array[], list: string): Files | null {
  const [mac = '', text = ''] = list.split('\n', 2);
  const is_ours = keys.some((key) => {
    const [own, given] = [Buffer.from(macOf(key, text)), Buffer.from(mac)];
    return own.length === given.length && timingSafeEqual(own, given);
  });
  return is_ours ? (JSON.parse(text) as Files) : null;
}

function macOf(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
