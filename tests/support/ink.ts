/** Dark pixels of a canvas or a stored picture: their number, and their box as fractions of its size. */
export type Ink = {
  dark: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  width: number;
  height: number;
};

export async function inkOf(source: HTMLCanvasElement | Blob): Promise<Ink> {
  const bitmap = await createImageBitmap(source);
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  const data = context?.getImageData(0, 0, width, height).data ?? [];
  const ink: Ink = { dark: 0, left: 1, right: 0, top: 1, bottom: 0, width, height };
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    if ((data[pixel * 4] ?? 255) > 100 || (data[pixel * 4 + 3] ?? 0) < 255) continue;
    const [x, y] = [(pixel % width) / width, Math.floor(pixel / width) / height];
    ink.dark += 1;
    ink.left = Math.min(ink.left, x);
    ink.right = Math.max(ink.right, x);
    ink.top = Math.min(ink.top, y);
    ink.bottom = Math.max(ink.bottom, y);
  }
  return ink;
}

/** Returns the colour of a corner, where signatures never reach. */
export async function cornerOf(source: HTMLCanvasElement | Blob): Promise<number[]> {
  const bitmap = await createImageBitmap(source);
  const canvas = new OffscreenCanvas(1, 1);
  const context = canvas.getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  return [...(context?.getImageData(0, 0, 1, 1).data ?? [])];
}
