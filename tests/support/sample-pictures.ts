/** A signature in the format of a signature pad: black ink on white, at twice the CSS resolution. */
export function inkPng(width = 480, height = 200): Promise<Blob> {
  return pictureOf(width, height, 'image/png', (context) => {
    context.strokeStyle = '#000';
    context.lineWidth = 4;
    context.beginPath();
    for (let x = 10; x < width - 10; x += 2) {
      context.lineTo(x, height / 2 + Math.sin(x / 17) * height * 0.4 * Math.cos(x / 90));
    }
    context.stroke();
  });
}

/** A bank deposit slip: magenta, so that tests can find it on the page, with a few lines of text. */
export function slipJpeg(width: number, height: number): Promise<Blob> {
  return pictureOf(width, height, 'image/jpeg', (context) => {
    context.fillStyle = '#ff00ff';
    context.fillRect(0, 0, width, height);
    context.fillStyle = '#000';
    context.font = `${Math.round(width / 22)}px sans-serif`;
    const lines = ['EMIRATES BANK', 'CASH DEPOSIT', 'AED 12,450.00', 'Ref 8841-2231-77'];
    lines.forEach((line, index) => {
      context.fillText(line, width * 0.1, height * (0.2 + index * 0.12));
    });
  });
}

async function pictureOf(
  width: number,
  height: number,
  type: string,
  paint: (context: OffscreenCanvasRenderingContext2D) => void,
): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  paint(context);
  return canvas.convertToBlob({ type, quality: 0.85 });
}
