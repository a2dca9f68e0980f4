import { describe, expect, test } from "vitest";
import { createStore } from "#components/ui/store.ts";
import { ANCHORS, type Anchor, DRAWING_KINDS, type Drawing, MAX_DRAWINGS } from "./drawing.ts";
import { DrawingBoard } from "./drawing-board.ts";
import { DrawingDesk } from "./drawing-desk.ts";
import { withHandle } from "./edits.ts";

const p = (time: number, price: number): Anchor => ({ time, price });
const fresh = () => new DrawingDesk(new DrawingBoard(createStore<readonly Drawing[]>([])));
const stored = (desk: DrawingDesk) => desk.board.drawings.get();

function line(desk: DrawingDesk, ...[a = p(1, 10), b = p(5, 50)]: Anchor[]): Drawing {
  desk.choose("trend");
  desk.place(a);
  desk.place(b);
  return desk.selected!;
}

describe("placing", () => {
  test.each(DRAWING_KINDS)(
    "%s takes as many presses as it has points, and is then selected",
    (kind) => {
      const desk = fresh();
      desk.choose(kind);
      for (let index = 0; index < ANCHORS[kind]; index += 1) {
        expect(stored(desk)).toEqual([]);
        desk.place(p(index, 10 + index * index), "words");
      }
      const [drawing] = stored(desk);
      expect(drawing).toMatchObject({ kind, text: kind === "text" ? "words" : "" });
      expect(drawing!.anchors.map(({ time }) => time)).toEqual(
        Array.from({ length: ANCHORS[kind] }, (_, index) => index),
      );
      expect(desk.state.get()).toMatchObject({ tool: undefined, selected: drawing!.id });
    },
  );

  test("shows the open points at the pointer, and stores nothing", () => {
    const desk = fresh();
    desk.choose("trend");
    desk.place(p(1, 10));
    desk.hover(p(9, 90));
    expect(desk.shown()[0]!.anchors).toEqual([p(1, 10), p(9, 90)]);
    expect(stored(desk)).toEqual([]);
  });

  test("waits for another point when both presses were one place", () => {
    const desk = fresh();
    desk.choose("rectangle");
    desk.place(p(1, 10));
    desk.place(p(1, 10));
    expect(stored(desk)).toEqual([]);
    desk.place(p(2, 20));
    expect(stored(desk)).toHaveLength(1);
  });

  test("is given up by Escape before the tool is, and the tool before the selection", () => {
    const desk = fresh();
    line(desk);
    expect([desk.cancel(), desk.cancel()]).toEqual([true, false]);
    desk.choose("ray");
    desk.place(p(1, 10));
    expect(desk.cancel()).toBe(true);
    expect(desk.state.get()).toMatchObject({ tool: "ray", draft: undefined });
    expect(desk.cancel()).toBe(true);
    expect(desk.state.get().tool).toBeUndefined();
  });

  test("ends at the largest number", () => {
    const desk = fresh();
    const one = line(desk);
    desk.board.put(
      ...Array.from({ length: MAX_DRAWINGS - 1 }, (_, id) => ({ ...one, id: `${id}` })),
    );
    line(desk);
    expect(stored(desk)).toHaveLength(MAX_DRAWINGS);
    expect(desk.selected).toBeUndefined();
  });
});

describe("changing", () => {
  test("a drawing that is moved is stored once, when it is let go", () => {
    const desk = fresh();
    const drawing = line(desk);
    desk.move(withHandle(drawing, 1, p(6, 60)));
    desk.move(withHandle(drawing, 1, p(7, 70)));
    expect(stored(desk)).toEqual([drawing]);
    expect(desk.shown()[0]!.anchors[1]).toEqual(p(7, 70));
    desk.release();
    expect(stored(desk)[0]!.anchors).toEqual([p(1, 10), p(7, 70)]);
    desk.undo();
    expect(stored(desk)).toEqual([drawing]);
  });

  test("a drawing that is moved and given up stays where it was", () => {
    const desk = fresh();
    const drawing = line(desk);
    desk.move(withHandle(drawing, 0, p(3, 30)));
    desk.cancel();
    desk.release();
    expect(stored(desk)).toEqual([drawing]);
    expect(desk.selected).toEqual(drawing);
  });

  test("a rectangle's other corners move one side of each point", () => {
    const desk = fresh();
    const drawing = desk.make("rectangle", [p(1, 10), p(5, 50)]);
    expect(withHandle(drawing, 2, p(8, 5)).anchors).toEqual([p(1, 5), p(8, 50)]);
    expect(withHandle(drawing, 3, p(0, 80)).anchors).toEqual([p(0, 10), p(5, 80)]);
  });

  test("colour, text, copy and deletion are steps of their own", () => {
    const desk = fresh();
    const drawing = line(desk);
    desk.recolour("amber");
    desk.copy();
    desk.paste((one) => ({ ...one, anchors: one.anchors.map((a) => p(a.time + 1, a.price)) }));
    expect(stored(desk)).toHaveLength(2);
    expect(stored(desk)[1]).toMatchObject({ colour: "amber", anchors: [p(2, 10), p(6, 50)] });
    desk.removeSelected();
    expect(stored(desk).map(({ id }) => id)).toEqual([drawing.id]);
    for (const count of [2, 1, 1, 0, 0]) {
      desk.undo();
      expect(stored(desk)).toHaveLength(count);
    }
    for (const count of [1, 1, 2, 1, 1]) {
      desk.redo();
      expect(stored(desk)).toHaveLength(count);
    }
    expect(line(desk).colour).toBe("amber");
  });
});

describe("undoing", () => {
  test("leaves alone what another tab has drawn meanwhile", () => {
    const desk = fresh();
    const mine = line(desk);
    const other = { ...mine, id: "other" };
    desk.board.drawings.set([...stored(desk), other]);
    desk.undo();
    expect(stored(desk)).toEqual([other]);
    desk.redo();
    expect(stored(desk)).toEqual([other, mine]);
  });

  test("a new change ends what could be done again", () => {
    const desk = fresh();
    line(desk);
    desk.undo();
    line(desk);
    desk.redo();
    expect(stored(desk)).toHaveLength(1);
  });
});
