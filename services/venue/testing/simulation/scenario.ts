/** The commands of one seed, each made from the venue's state at that moment. */
import { DAY_MS, SECOND_MS } from "#lib/protocol/durations.ts";
import type { Command } from "#services/venue/engine/commands.ts";
import { LISTINGS } from "#services/venue/engine/listings.ts";
import { LATEST_RULES } from "#services/venue/engine/rules.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import { deposit, operatorAction, signedAction, type World } from "./actions.ts";
import { custodyAction } from "./custody.ts";
import { Network } from "./network.ts";
import { SimulatedOracle } from "./oracle.ts";
import { peopleOf } from "./people.ts";
import { Random } from "./random.ts";

const START = 1_800_000_000_000;
const FIRST_TICKS: Record<string, number> = {
  BTCUSDC: 500_000,
  ETHUSDC: 300_000,
  SOLUSDC: 100_000,
};

export class Scenario {
  readonly #world: World;
  readonly #network: Network;
  readonly #oracle: SimulatedOracle;
  readonly #opening: Command[];
  #nextMarks = START;
  #nextTick = START;

  constructor(seed: number, state: VenueState) {
    const random = new Random(seed);
    this.#world = { state, random, people: peopleOf(random), time: START };
    this.#network = new Network(random);
    const prices = LISTINGS.map(({ symbol }) => ({
      market: symbol,
      ticks: FIRST_TICKS[symbol] ?? 1_000,
    }));
    this.#oracle = new SimulatedOracle(random, prices);
    // In some histories the rules begin later: the venue was upgraded.
    const rules = random.oneIn(4) ? [] : [{ type: "rules", version: LATEST_RULES } as const];
    this.#opening = [
      ...rules,
      ...LISTINGS.map((market) => ({ type: "list_market", market }) as const),
      {
        type: "set_marks",
        marks: prices.map(({ market, ticks }) => ({ market, ticks, confidencePpm: 0 })),
      },
    ];
  }

  get time(): number {
    return this.#world.time;
  }

  /** The venue was restarted: the next commands are made from this state. */
  continueWith(state: VenueState): void {
    this.#world.state = state;
  }

  next(): Command {
    const opening = this.#opening.shift();
    if (opening !== undefined) return opening;
    const world = this.#world;
    const poor = world.people.find(({ account }) => !world.state.accounts.has(account));
    if (poor !== undefined) return deposit(world, poor.account, poor.deposit);
    for (;;) {
      this.#pass();
      const command = this.#byTheClock() ?? this.#byPeople();
      if (command !== undefined) return command;
    }
  }

  #pass(): void {
    const world = this.#world;
    world.time += world.random.below(200);
    // The venue was away.
    if (world.random.oneIn(4_000)) world.time += world.random.between(20_000, 120_000);
    if (world.random.oneIn(6_000)) world.time += DAY_MS - world.random.below(60_000);
  }

  #byTheClock(): Command | undefined {
    const { time } = this.#world;
    if (time >= this.#nextTick) {
      this.#nextTick = time + SECOND_MS;
      return { type: "tick" };
    }
    if (time < this.#nextMarks) return undefined;
    this.#nextMarks = time + SECOND_MS;
    return this.#oracle.marks(time);
  }

  #byPeople(): Command | undefined {
    const world = this.#world;
    if (world.random.oneIn(60)) {
      const command = operatorAction(world);
      if (command !== undefined) return command;
    }
    if (world.random.oneIn(25)) {
      const command = custodyAction(world);
      if (command !== undefined) return command;
    }
    return this.#network.deliver(signedAction(world));
  }
}
