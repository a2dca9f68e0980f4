/** Draws a position as a picture to share. Texts come formatted in the reader's language. */

export const PICTURE = { width: 1_200, height: 630 };

export type SharedPosition = {
  market: string;
  /** "Long 20×". */
  side: string;
  isGain: boolean;
  /** The return on the margin of that leverage, large; and the profit, where it is shown. */
  large: string;
  small: string | undefined;
  /** Name and figure, at the lower edge. */
  figures: readonly (readonly [name: string, figure: string])[];
};

/** `note`: when it was drawn, and that the market is simulated. */
export function drawPosition(canvas: HTMLCanvasElement, shown: SharedPosition, note: string): void {
  const brush = canvas.getContext("2d");
  if (!brush) return;
  const { width, height } = PICTURE;
  Object.assign(canvas, PICTURE);
  const style = getComputedStyle(canvas);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const isRtl = style.direction === "rtl";
  const [start, end] = isRtl ? [width - 72, 72] : [72, width - 72];
  const write = (text: string, at: { x: number; y: number; size: number; tone: string }) => {
    brush.font = `600 ${at.size.toString()}px ${style.fontFamily}`;
    brush.fillStyle = colour(at.tone);
    brush.fillText(text, at.x, at.y);
  };
  brush.direction = isRtl ? "rtl" : "ltr";
  brush.textAlign = "start";
  brush.fillStyle = colour("surface");
  brush.fillRect(0, 0, width, height);
  brush.fillStyle = colour(shown.isGain ? "up" : "down");
  brush.fillRect(0, 0, width, 12);
  drawSign(brush, { x: isRtl ? start - 48 : start, y: 62 }, [colour("ink"), colour("accent")]);
  write("svc", { x: isRtl ? start - 64 : start + 64, y: 100, size: 40, tone: "ink" });
  write(shown.market, { x: start, y: 212, size: 44, tone: "ink" });
  const { width: taken } = brush.measureText(shown.market);
  const beside = isRtl ? start - taken - 24 : start + taken + 24;
  write(shown.side, { x: beside, y: 212, size: 36, tone: "ink-muted" });
  const tone = shown.isGain ? "up" : "down";
  write(shown.large, { x: start, y: 352, size: 128, tone });
  if (shown.small !== undefined) write(shown.small, { x: start, y: 420, size: 40, tone });
  shown.figures.forEach(([name, figure], index) => {
    const x = start + (isRtl ? -1 : 1) * index * 340;
    write(name, { x, y: 496, size: 26, tone: "ink-muted" });
    write(figure, { x, y: 542, size: 38, tone: "ink" });
  });
  brush.textAlign = "end";
  write(note, { x: end, y: 98, size: 26, tone: "ink-muted" });
}

/** The product's sign, as `BrandMark` draws it. */
function drawSign(
  brush: CanvasRenderingContext2D,
  at: { x: number; y: number },
  [first, second]: readonly [string, string],
): void {
  brush.save();
  brush.translate(at.x, at.y);
  brush.scale(48 / 21, 48 / 21);
  brush.translate(-1.5, -1.5);
  brush.lineWidth = 4;
  brush.lineCap = "round";
  brush.strokeStyle = first;
  brush.stroke(new Path2D("M4 19h9.5a5 5 0 0 0 0-10"));
  brush.strokeStyle = second;
  brush.stroke(new Path2D("M20 5h-9.5a5 5 0 0 0 0 10"));
  brush.restore();
}
