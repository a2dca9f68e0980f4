/** What a person does with drawings: the tool, the drawing that is being placed or moved, and the selected one. */
import { createStore } from "#components/ui/store.ts";
import {
  ANCHORS,
  type Anchor,
  type Drawing,
  type DrawingColour,
  type DrawingKind,
} from "./drawing.ts";
import type { DrawingBoard } from "./drawing-board.ts";
import { isNothing, withHandle } from "./edits.ts";
import type { Part } from "./shapes.ts";

export type DeskState = {
  tool: DrawingKind | undefined;
  /** Being placed, or in the place of the stored one that is being moved. */
  draft: Drawing | undefined;
  /** Points of the drawing under way that have their place. */
  placed: number;
  selected: string | undefined;
  /** What arrow keys move. */
  part: Part;
};

const NOTHING: DeskState = {
  tool: undefined,
  draft: undefined,
  placed: 0,
  selected: undefined,
  part: "whole",
};

export class DrawingDesk {
  readonly board: DrawingBoard;
  readonly state = createStore<DeskState>(NOTHING);
  #colour: DrawingColour = "blue";
  #copied: Drawing | undefined;

  constructor(board: DrawingBoard) {
    this.board = board;
  }

  get selected(): Drawing | undefined {
    return this.board.find(this.state.get().selected);
  }

  /** All, with the one that is being placed or moved as it is now. */
  shown(): readonly Drawing[] {
    const { draft } = this.state.get();
    const stored = this.board.drawings.get();
    if (!draft) return stored;
    const isStored = stored.some(({ id }) => id === draft.id);
    return isStored ? stored.map((one) => (one.id === draft.id ? draft : one)) : [...stored, draft];
  }

  /** `undefined` puts the tool away. */
  choose(tool: DrawingKind | undefined): void {
    this.state.set({ ...NOTHING, tool });
  }

  select(selected: string | undefined, part: Part = "whole"): void {
    this.state.set({ ...NOTHING, selected, part });
  }

  /** Gives the next point its place. The last one completes the drawing, which is then selected. */
  place(anchor: Anchor, text = ""): void {
    const { tool, draft, placed } = this.state.get();
    if (!tool) return;
    const before = draft ?? this.make(tool, [anchor], text);
    const next = withRest(before, placed, anchor);
    const isComplete = placed + 1 >= ANCHORS[tool];
    // A second press on the same bar and price gives no line; the point waits for another.
    if (isComplete && isNothing(next)) return;
    if (isComplete) this.#complete(next);
    else this.#change({ draft: next, placed: placed + 1 });
  }

  /** Shows the points that have no place yet at the pointer. */
  hover(anchor: Anchor): void {
    const { draft, placed, tool } = this.state.get();
    if (draft && tool) this.#change({ draft: withRest(draft, placed, anchor) });
  }

  /** A complete drawing that is placed at once. */
  add(drawing: Drawing): void {
    this.#complete(drawing);
  }

  make(kind: DrawingKind, anchors: readonly Anchor[], text = ""): Drawing {
    const last = anchors.at(-1);
    const all = Array.from({ length: ANCHORS[kind] }, (_, index) => anchors[index] ?? last);
    return {
      id: crypto.randomUUID(),
      kind,
      anchors: all.flatMap((one) => one ?? []),
      colour: this.#colour,
      text: kind === "text" ? text : "",
    };
  }

  /** Shows a stored drawing as it would be; `release` keeps it. */
  move(draft: Drawing): void {
    this.#change({ draft });
  }

  release(): void {
    const { draft, selected, part } = this.state.get();
    if (!draft || draft.id !== selected) return;
    this.select(selected, part);
    this.board.put(draft);
  }

  /** Gives up what is under way, then the tool, then the selection; false when there is none of them. */
  cancel(): boolean {
    const { tool, draft, selected, part } = this.state.get();
    if (draft && tool) this.choose(tool);
    else if (draft) this.select(selected, part);
    else if (tool || selected) this.choose(undefined);
    else return false;
    return true;
  }

  removeSelected(): void {
    const { selected } = this;
    if (!selected) return;
    this.choose(undefined);
    this.board.remove(selected.id);
  }

  recolour(colour: DrawingColour): void {
    this.#colour = colour;
    const { selected } = this;
    if (selected) this.board.put({ ...selected, colour });
  }

  write(text: string): void {
    const { selected } = this;
    if (selected) this.board.put({ ...selected, text });
  }

  copy(): boolean {
    this.#copied = this.selected;
    return this.#copied !== undefined;
  }

  /** @param shift moves it aside, so that it is seen */
  paste(shift: (drawing: Drawing) => Drawing): boolean {
    if (!this.#copied) return false;
    const made = { ...shift(this.#copied), id: crypto.randomUUID() };
    this.#copied = made;
    this.#complete(made);
    return true;
  }

  /** Undoing and redoing leave what is under way. */
  undo(): void {
    this.choose(undefined);
    this.board.undo();
  }

  redo(): void {
    this.choose(undefined);
    this.board.redo();
  }

  #complete(drawing: Drawing): void {
    if (this.board.isFull) return this.choose(undefined);
    this.select(drawing.id);
    this.board.put(drawing);
  }

  #change(change: Partial<DeskState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }
}

/** The points from an index on are at the pointer. */
function withRest(drawing: Drawing, from: number, anchor: Anchor): Drawing {
  return drawing.anchors.reduce(
    (made, _, index) => (index < from ? made : withHandle(made, index, anchor)),
    drawing,
  );
}
