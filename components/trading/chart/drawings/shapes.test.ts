import { describe, expect, test } from "vitest";
import { ANCHORS, DRAWING_KINDS, type Drawing, type DrawingKind } from "./drawing.ts";
import { distanceTo, FIBONACCI, type Frame, partAt, type Shape, shapeOf } from "./shapes.ts";

/** One pixel is one unit of time and of price; prices grow upwards. */
const frame: Frame = {
  width: 400,
  height: 300,
  point: ({ time, price }) => ({ x: time, y: 300 - price }),
  price: (price) => price.toFixed(1),
  time: (time) => `t${time}`,
  distance: (from, to) => `${to.price - from.price}`,
  textWidth: (text) => text.length * 6,
};

function draw(kind: DrawingKind, ...points: [number, number][]): Shape {
  const anchors = points.map(([time, price]) => ({ time, price }));
  return shapeOf({ id: "1", kind, anchors, colour: "blue", text: "words" }, frame)!;
}

const hit = (shape: Shape, x: number, y: number, isSelected = false) =>
  partAt(shape, { at: { x, y }, reach: 5, isSelected, textWidth: frame.textWidth });

describe("each kind of drawing", () => {
  test.each(DRAWING_KINDS)("%s has a shape with a handle for each of its points", (kind) => {
    const points: [number, number][] = [
      [50, 100],
      [150, 200],
      [100, 50],
    ];
    const shape = draw(kind, ...points.slice(0, ANCHORS[kind]));
    expect(shape.handles.length).toBeGreaterThanOrEqual(ANCHORS[kind]);
    expect(shape.strokes.length + shape.labels.length).toBeGreaterThan(0);
  });

  test("has none while its points are on no scale", () => {
    const drawing: Drawing = {
      id: "1",
      kind: "trend",
      anchors: [
        { time: 1, price: 1 },
        { time: 2, price: 2 },
      ],
      colour: "blue",
      text: "",
    };
    expect(shapeOf(drawing, { ...frame, point: () => undefined })).toBeUndefined();
  });

  test("horizontal and vertical lines cross the whole plot, and keep a handle in view", () => {
    expect(draw("horizontal", [-900, 100]).strokes).toEqual([
      { from: { x: 0, y: 200 }, to: { x: 400, y: 200 } },
    ]);
    expect(draw("horizontal", [-900, 100]).handles).toEqual([{ x: 200, y: 200 }]);
    expect(draw("vertical", [50, 100]).strokes).toEqual([
      { from: { x: 50, y: 0 }, to: { x: 50, y: 300 } },
    ]);
  });

  test("a ray goes on behind its second point, and a trend line does not", () => {
    const [ray] = draw("ray", [50, 100], [100, 150]).strokes;
    expect(ray!.to.x).toBeGreaterThan(400);
    expect((ray!.to.y - ray!.from.y) / (ray!.to.x - ray!.from.x)).toBeCloseTo(-1, 9);
    expect(draw("trend", [50, 100], [100, 150]).strokes[0]!.to).toEqual({ x: 100, y: 150 });
  });

  test("the lines of a channel are parallel, and one goes through its third point", () => {
    const { strokes } = draw("channel", [0, 100], [100, 200], [50, 100]);
    const slopes = strokes.map(({ from, to }) => (to.y - from.y) / (to.x - from.x));
    expect(slopes).toEqual([-1, -1, -1]);
    expect(distanceTo(strokes[1]!, { x: 50, y: 200 })).toBeCloseTo(0, 9);
  });

  test("the levels of a retracement divide the prices, 0 at the second point", () => {
    const { labels, strokes } = draw("fibonacci", [0, 100], [100, 200]);
    expect(labels.map(({ text }) => text)).toEqual([
      "0 (200.0)",
      "0.236 (176.4)",
      "0.382 (161.8)",
      "0.5 (150.0)",
      "0.618 (138.2)",
      "0.786 (121.4)",
      "1 (100.0)",
    ]);
    expect(strokes.slice(1).map(({ from }) => from.y)).toEqual(
      FIBONACCI.map((level) => 100 + level * 100),
    );
  });

  test("a measure says how far it goes", () => {
    expect(draw("measure", [0, 100], [40, 160]).labels[0]!.text).toBe("60");
  });
});

describe("what a pointer meets", () => {
  const trend = draw("trend", [100, 100], [200, 200]);

  test("is a line within reach, and nothing beside it or behind its ends", () => {
    expect(hit(trend, 150, 153)).toBe("whole");
    expect(hit(trend, 150, 170)).toBeUndefined();
    expect(hit(trend, 220, 80)).toBeUndefined();
  });

  test("is a handle of the selected drawing only", () => {
    expect(hit(trend, 100, 206)).toBe(undefined);
    expect(hit(trend, 100, 206, true)).toBe(0);
    expect(hit(trend, 203, 102, true)).toBe(1);
  });

  test("is the area of the selected drawing only, so that the chart can be moved through it", () => {
    const rectangle = draw("rectangle", [100, 100], [200, 200]);
    expect(hit(rectangle, 150, 150)).toBeUndefined();
    expect(hit(rectangle, 150, 150, true)).toBe("whole");
    expect(hit(rectangle, 150, 100)).toBe("whole");
    expect(hit(rectangle, 200, 200, true)).toBe(2);
    expect(hit(rectangle, 100, 100, true)).toBe(3);
  });

  test("is a text", () => {
    const text = draw("text", [100, 100]);
    expect(hit(text, 120, 203)).toBe("whole");
    expect(hit(text, 160, 203)).toBeUndefined();
  });
});
