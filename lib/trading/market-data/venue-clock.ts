/**
 * This process's estimate of the venue's clock: monotonic time plus an offset that is measured against the venue's answers.
 * Corrections of this machine's clock have no effect, and bars close by the venue's time alone.
 *
 * With other replicas it hears the venue's time from the one that polls, and reads for itself only when that contradicts.
 *
 * It never runs backwards, as the venue's own time does not: when the venue's clock is set back, the venue keeps stamping
 * the same time until its clock has caught up, and this clock stops with it.
 */
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";

/** Interval of readings: clocks drift apart by less than a millisecond in it, and a correction at the venue is noticed within it. */
const READ_EVERY_MS = 10_000;
/** An offset that moves by more than this needs a second reading that confirms it. */
const JUMP_MS = 1_000;
/** A larger step means that this machine's clock was set, or the machine slept without counting it. */
const STEP_MS = 500;
/** A longer gap between checks means that the machine slept: every poll checks, and none pauses longer than ten seconds. */
const GAP_MS = 15_000;

/** The latest of several heard times arrived this late at most. */
const HEARD_ERROR_MS = 50;
const HEARD_LEAST = 5;

/** `error`: bound of the offset's error, because the venue read its clock at an unknown moment between request and answer. */
type Reading = { offset: number; error: number };

export type VenueClockOptions = {
  timers: Timers;
  /** The venue's time, Unix milliseconds. */
  readTime: () => Promise<number>;
};

export class VenueClock {
  readonly #options: VenueClockOptions;
  #offset: number | undefined;
  #latest = Number.NEGATIVE_INFINITY;
  #readAt = Number.NEGATIVE_INFINITY;
  /** Since the last reading. Each is too low by the time that the message took, so the highest is the best. */
  #heard = { count: 0, offset: Number.NEGATIVE_INFINITY };
  #checkedAt = Number.NEGATIVE_INFINITY;
  /** How far this machine's clock was ahead of its monotonic time at the last reading. */
  #wallAhead = 0;
  /** True from a step or a sleep to the next reading, during which the time does not move. */
  #isDoubted = false;

  constructor(options: VenueClockOptions) {
    this.#options = options;
  }

  /** Unix milliseconds. @throws ServiceError NOT_READY before the first reading */
  now(): number {
    if (this.#offset === undefined) throw new ServiceError("NOT_READY");
    this.#poll();
    if (!this.#isDoubted) this.#move(this.#offset);
    return this.#latest;
  }

  /** The venue's clock minus the monotonic time, in milliseconds; 0 before the first reading. */
  get offset(): number {
    return this.#offset ?? 0;
  }

  /** True when it is time for a reading. */
  get isDue(): boolean {
    this.#poll();
    const age = this.#options.timers.monotonic() - this.#readAt;
    return this.#isDoubted || age >= READ_EVERY_MS;
  }

  /** Takes the venue's time, Unix milliseconds, from a message of another replica. */
  hears(venueTime: number): void {
    const { count, offset } = this.#heard;
    const announced = venueTime - this.#options.timers.monotonic();
    this.#heard = { count: count + 1, offset: Math.max(offset, announced) };
  }

  /** Reads the venue's clock, unless another replica has confirmed this one. @throws what `readTime` throws, and Error for an implausible answer; nothing changes then */
  async read(): Promise<void> {
    const heard = this.#heard;
    this.#heard = { count: 0, offset: Number.NEGATIVE_INFINITY };
    if (this.#isConfirmedBy(heard)) {
      this.#readAt = this.#options.timers.monotonic();
      return;
    }
    const reading = await this.#measure();
    const isJump =
      this.#offset !== undefined && beyondError(reading, this.#offset, reading.error) > JUMP_MS;
    if (isJump) await this.#confirm(reading);
    // The reading agrees within its error.
    if (this.#offset === undefined || beyondError(reading, this.#offset, reading.error) > 0) {
      this.#offset = reading.offset;
    }
    this.#readAt = this.#options.timers.monotonic();
    this.#checkedAt = this.#readAt;
    this.#isDoubted = false;
    this.#move(this.#offset);
  }

  #isConfirmedBy({ count, offset }: { count: number; offset: number }): boolean {
    if (this.#offset === undefined || this.#isDoubted || count < HEARD_LEAST) return false;
    return Math.abs(offset - this.#offset) <= HEARD_ERROR_MS;
  }

  #move(offset: number): void {
    const time = Math.floor(this.#options.timers.monotonic() + offset);
    this.#latest = Math.max(this.#latest, time);
  }

  async #confirm(first: Reading): Promise<void> {
    const second = await this.#measure();
    if (beyondError(second, first.offset, first.error + second.error) <= JUMP_MS) return;
    throw new Error("two readings of the venue's clock contradict each other");
  }

  async #measure(): Promise<Reading> {
    const { timers, readTime } = this.#options;
    const sentAt = timers.monotonic();
    const wallAhead = this.#aheadNow();
    const venueTime = await readTime();
    const gotAt = timers.monotonic();
    this.#wallAhead = this.#aheadNow();
    if (Math.abs(this.#wallAhead - wallAhead) > STEP_MS) {
      this.#isDoubted = true;
      throw new Error("the machine's clock was set, or it slept, while the venue's clock was read");
    }
    // The venue answers whole milliseconds.
    return { offset: venueTime - (sentAt + gotAt) / 2, error: (gotAt - sentAt) / 2 + 1 };
  }

  #poll(): void {
    const now = this.#options.timers.monotonic();
    const isStep = Math.abs(this.#aheadNow() - this.#wallAhead) > STEP_MS;
    if (isStep || now - this.#checkedAt > GAP_MS) this.#isDoubted = true;
    this.#checkedAt = now;
  }

  #aheadNow(): number {
    const { timers } = this.#options;
    return timers.now() - timers.monotonic();
  }
}

function beyondError({ offset }: Reading, other: number, error: number): number {
  return Math.abs(offset - other) - error;
}
