/** Paints one drawing on the canvas, in CSS pixels. */
import { LABEL_HEIGHT, type Shape } from "./shapes.ts";

type Style = {
  colour: string;
  surface: string;
  isSelected: boolean;
  /** The handle that keys move. */
  handle: number | undefined;
};

const AREA_ALPHA = 0.12;
const HANDLE = 4;
const PADDING = 5;

export function paintShape(context: CanvasRenderingContext2D, shape: Shape, style: Style): void {
  const { colour, isSelected } = style;
  context.save();
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineWidth = isSelected ? 2 : 1.5;
  if (shape.area) fill(context, shape.area);
  for (const { from, to, dashed } of shape.strokes) {
    context.setLineDash(dashed ? [4, 4] : []);
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.stroke();
  }
  context.setLineDash([]);
  for (const label of shape.labels) write(context, label, style);
  if (isSelected)
    for (const [index, at] of shape.handles.entries())
      handle(context, at, index === style.handle, style);
  context.restore();
}

function fill(context: CanvasRenderingContext2D, area: NonNullable<Shape["area"]>): void {
  context.globalAlpha = AREA_ALPHA;
  context.beginPath();
  for (const { x, y } of area) context.lineTo(x, y);
  context.fill();
  context.globalAlpha = 1;
}

function write(
  context: CanvasRenderingContext2D,
  { at, text, align, boxed }: Shape["labels"][number],
  { colour, surface }: Style,
): void {
  context.textAlign = align === "start" ? "left" : align === "end" ? "right" : "center";
  context.textBaseline = "middle";
  if (boxed) {
    const width = context.measureText(text).width + 2 * PADDING;
    context.fillStyle = colour;
    context.beginPath();
    context.roundRect(at.x - width / 2, at.y - LABEL_HEIGHT / 2 - 1, width, LABEL_HEIGHT + 2, 3);
    context.fill();
  }
  context.fillStyle = boxed ? surface : colour;
  context.fillText(text, at.x, at.y);
}

/** The one that keys move is filled. */
function handle(
  context: CanvasRenderingContext2D,
  { x, y }: { x: number; y: number },
  isHeld: boolean,
  { colour, surface }: Style,
): void {
  context.beginPath();
  context.arc(x, y, HANDLE, 0, 2 * Math.PI);
  context.fillStyle = isHeld ? colour : surface;
  context.fill();
  context.lineWidth = 1.5;
  context.stroke();
}
