/** The path of a sparkline. Coordinates are floats, because it is only drawn. */

/**
 * `M0 12L10 8…` in a box of `width` by `height`, from the lowest price at the bottom to the highest at the top. Invalid
 * prices are left out; fewer than two give an empty path.
 */
export function sparklinePath(
  prices: readonly string[],
  { width, height }: { width: number; height: number },
): string {
  const values = prices.map(Number).filter(Number.isFinite);
  if (values.length < 2) return "";
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const step = width / (values.length - 1);
  const y = (value: number) =>
    high === low ? height / 2 : height - ((value - low) / (high - low)) * height;
  const points = values.map((value, index) => `${short(index * step)} ${short(y(value))}`);
  return `M${points.join("L")}`;
}

function short(pixels: number): string {
  return Number(pixels.toFixed(1)).toString();
}
