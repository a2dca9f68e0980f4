/** The network between people and venue: writes arrive late, out of order, twice, or long after. */
import type { Command } from "#services/venue/engine/commands.ts";
import type { Random } from "./random.ts";

const REMEMBERED = 64;

export class Network {
  readonly #random: Random;
  readonly #delayed: Command[] = [];
  readonly #sent: Command[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  /** The command that arrives when `command` is sent, if any. */
  deliver(command: Command | undefined): Command | undefined {
    const random = this.#random;
    if (random.oneIn(25) && this.#sent.length > 0)
      return this.#sent[random.below(this.#sent.length)];
    if (this.#delayed.length > 0 && random.oneIn(5)) {
      // Not the first that was held back, so that writes change places.
      return this.#delayed.splice(random.below(this.#delayed.length), 1)[0];
    }
    if (command === undefined) return undefined;
    this.#remember(command);
    if (!random.oneIn(10)) return command;
    this.#delayed.push(command);
    return undefined;
  }

  #remember(command: Command): void {
    if (this.#sent.length < REMEMBERED) this.#sent.push(command);
    else this.#sent[this.#random.below(REMEMBERED)] = command;
  }
}
