/** Changes of a drawing by its points. */
import type { Anchor, Drawing } from "./drawing.ts";

/** Moves the point of a handle. A rectangle's third and fourth are the corners between its two points. */
export function withHandle(drawing: Drawing, handle: number, to: Anchor): Drawing {
  const anchors = [...drawing.anchors];
  const [a, b] = anchors;
  if (handle < anchors.length) anchors[handle] = to;
  else if (a && b && handle === 2) {
    anchors[0] = { ...a, price: to.price };
    anchors[1] = { ...b, time: to.time };
  } else if (a && b) {
    anchors[0] = { ...a, time: to.time };
    anchors[1] = { ...b, price: to.price };
  }
  return { ...drawing, anchors };
}

/** Whether all its points are one: nothing to see. */
export function isNothing({ anchors }: Drawing): boolean {
  const [first, ...others] = anchors;
  return (
    first !== undefined &&
    others.length > 0 &&
    others.every(({ time, price }) => time === first.time && price === first.price)
  );
}
