const GRID = { columns: 120, rows: 30 };
/** The number of cells to each side over which ink is spread, so that edges need not match to the pixel. */
const SPREAD = 1;
/** Pixels darker than this are ink. */
const INK = 100;

/** Correlates the ink of two pictures, each scaled to its bounding box: 1 is equal, 0 is unrelated. */
export function likeness(one: OffscreenCanvas, other: OffscreenCanvas): number {
  const [a, b] = [cellsOf(one), cellsOf(other)];
  const mean = (cells: number[]) => cells.reduce((sum, cell) => sum + cell, 0) / cells.length;
  const [mean_a, mean_b] = [mean(a), mean(b)];
  let [both, square_a, square_b] = [0, 0, 0];
  a.forEach((cell, index) => {
    const [from_a, from_b] = [cell - mean_a, (b[index] ?? 0) - mean_b];
    both += from_a * from_b;
    square_a += from_a * from_a;
    square_b += from_b * from_b;
  });
  return both / Math.sqrt(square_a * square_b);
}

/** Returns the darkness of each cell of a grid over the ink's bounding box. */
function cellsOf(canvas: OffscreenCanvas): number[] {
  const { width, height } = canvas;
  const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
  const dark = (x: number, y: number) => 255 - (data[(y * width + x) * 4] ?? 255);
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (dark(x, y) < INK) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  const cells = new Array<number>(GRID.columns * GRID.rows).fill(0);
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const column = Math.floor(((x - left) / (right - left + 1)) * GRID.columns);
      const row = Math.floor(((y - top) / (bottom - top + 1)) * GRID.rows);
      const cell = row * GRID.columns + column;
      cells[cell] = (cells[cell] ?? 0) + dark(x, y);
    }
  }
  return spread(cells);
}

function spread(cells: number[]): number[] {
  return cells.map((_, cell) => {
    let sum = 0;
    for (let down = -SPREAD; down <= SPREAD; down += 1) {
      for (let across = -SPREAD; across <= SPREAD; across += 1) {
        const column = (cell % GRID.columns) + across;
        if (column >= 0 && column < GRID.columns) sum += cells[cell + down * GRID.columns + across] ?? 0;
      }
    }
    return sum;
  });
}
