import type { Frame } from "./frames.ts";

/**
 * Waiting frames in the order of their latest change: a state that changes again moves to the end, and an event that may
 * not be dropped keeps its place. So a closed bar never comes before an older state of itself.
 */
export class HeldFrames {
  #frames = new Map<string | Frame, Frame>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  add(frame: Frame): void {
    const key = frame.key ?? frame;
    this.#bytes += frame.bytes.length - (this.#frames.get(key)?.bytes.length ?? 0);
    this.#frames.delete(key);
    this.#frames.set(key, frame);
  }

  /** Removes and returns all frames. */
  take(): Frame[] {
    const frames = [...this.#frames.values()];
    this.clear();
    return frames;
  }

  clear(): void {
    this.#frames.clear();
    this.#bytes = 0;
  }
}
