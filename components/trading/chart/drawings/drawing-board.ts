/**
 * The drawings of a market, stored in this browser, and what undoes their changes. A step holds only what it changed, so that
 * undoing it leaves alone what another tab has drawn.
 */
import { createPreference } from "#components/data/preference.ts";
import { createStore, type Store } from "#components/ui/store.ts";
import { type Drawing, MAX_DRAWINGS, parseDrawings } from "./drawing.ts";
import { storedName } from "./stored-drawings.ts";

/** A drawing before and after a change; `undefined` where it is absent. */
type Change = { id: string; before: Drawing | undefined; after: Drawing | undefined };
type Step = readonly Change[];

const MAX_STEPS = 200;

export type Steps = { past: readonly Step[]; future: readonly Step[] };

export class DrawingBoard {
  readonly drawings: Store<readonly Drawing[]>;
  readonly steps = createStore<Steps>({ past: [], future: [] });

  constructor(drawings: Store<readonly Drawing[]>) {
    this.drawings = drawings;
  }

  get isFull(): boolean {
    return this.drawings.get().length >= MAX_DRAWINGS;
  }

  find(id: string | undefined): Drawing | undefined {
    return this.drawings.get().find((one) => one.id === id);
  }

  /** Adds drawings, or puts them in the place of those with their ids, as one step. */
  put(...changed: readonly Drawing[]): void {
    this.#take(changed.map((after) => ({ id: after.id, before: this.find(after.id), after })));
  }

  remove(...ids: readonly string[]): void {
    this.#take(ids.map((id) => ({ id, before: this.find(id), after: undefined })));
  }

  undo(): void {
    const { past, future } = this.steps.get();
    const step = past.at(-1);
    if (!step) return;
    this.#apply(step.map(({ id, before }) => [id, before]));
    this.steps.set({ past: past.slice(0, -1), future: [...future, step] });
  }

  redo(): void {
    const { past, future } = this.steps.get();
    const step = future.at(-1);
    if (!step) return;
    this.#apply(step.map(({ id, after }) => [id, after]));
    this.steps.set({ past: [...past, step], future: future.slice(0, -1) });
  }

  #take(step: Step): void {
    const real = step.filter(
      ({ before, after }) => JSON.stringify(before) !== JSON.stringify(after),
    );
    if (real.length === 0) return;
    this.#apply(real.map(({ id, after }) => [id, after]));
    this.steps.set({ past: [...this.steps.get().past, real].slice(-MAX_STEPS), future: [] });
  }

  #apply(changes: readonly (readonly [string, Drawing | undefined])[]): void {
    const byId = new Map(this.drawings.get().map((one) => [one.id, one]));
    for (const [id, drawing] of changes) {
      if (drawing) byId.set(id, drawing);
      else byId.delete(id);
    }
    this.drawings.set([...byId.values()].slice(0, MAX_DRAWINGS));
  }
}

const boards = new Map<string, DrawingBoard>();

/** One for each market, so that a step can be undone after a look at another market. */
export function boardOf(market: string): DrawingBoard {
  const made =
    boards.get(market) ?? new DrawingBoard(createPreference(storedName(market), [], parseDrawings));
  boards.set(market, made);
  return made;
}
