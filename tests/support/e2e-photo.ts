import type { Browser } from '@playwright/test';

/** A photo like a phone camera's: 3000 x 2000, with EXIF data that has a rotation by 90° and a location. */
export async function makePhoto(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage();
  try {
    const base64 = await page.evaluate(() => {
      const canvas = document.createElement('canvas');
      canvas.width = 3000;
      canvas.height = 2000;
      const pen = canvas.getContext('2d');
      if (!pen) throw new Error('no canvas');
      const sky = pen.createLinearGradient(0, 0, 3000, 2000);
      sky.addColorStop(0, '#265');
      sky.addColorStop(1, '#eca');
      pen.fillStyle = sky;
      pen.fillRect(0, 0, 3000, 2000);
      for (let at = 0; at < 4000; at += 1) {
        pen.fillStyle = `hsl(${(at * 37) % 360} 60% 50%)`;
        pen.fillRect((at * 977) % 3000, (at * 661) % 2000, 40, 40);
      }
      pen.fillStyle = '#fff';
      pen.font = '200px sans-serif';
      pen.fillText('Parcel at the door', 300, 1000);
      return canvas.toDataURL('image/jpeg', 0.95).split(',')[1] ?? '';
    });
    return withExif(Buffer.from(base64, 'base64'));
  } finally {
    await page.close();
  }
}

/** Inserts a little-endian TIFF after the SOI: orientation 6, a GPS directory with a latitude reference. */
function withExif(jpeg: Buffer): Buffer {
  const tiff = Buffer.alloc(64);
  tiff.write('II*\0', 0, 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(2, 8);
  entry(tiff, 10, { tag: 0x0112, type: 3, value: 6 });
  entry(tiff, 22, { tag: 0x8825, type: 4, value: 38 });
  tiff.writeUInt16LE(1, 38);
  entry(tiff, 40, { tag: 0x0001, type: 2, value: 'N'.charCodeAt(0), count: 2 });
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

function entry(
  tiff: Buffer,
  at: number,
  { tag, type, value, count = 1 }: Record<'tag' | 'type' | 'value', number> & { count?: number },
) {
  tiff.writeUInt16LE(tag, at);
  tiff.writeUInt16LE(type, at + 2);
  tiff.writeUInt32LE(count, at + 4);
  tiff.writeUInt32LE(value, at + 8);
}

/** Returns width and height of a JPEG, and the segments before its picture (APP1 contains EXIF). */
export function readJpeg(jpeg: Buffer): { width: number; height: number; blocks: string[] } {
  const blocks: string[] = [];
  for (let at = 2; at < jpeg.length; ) {
    const marker = jpeg.readUInt16BE(at);
    if (marker === 0xffda) break;
    if (marker >= 0xffe0 && marker <= 0xffef) blocks.push(`APP${marker - 0xffe0}`);
    const isFrame = marker >= 0xffc0 && marker <= 0xffc2;
    if (isFrame) return { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7), blocks };
    at += 2 + jpeg.readUInt16BE(at + 2);
  }
  throw new Error('This JPEG has no frame');
}
