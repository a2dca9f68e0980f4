/**
 * One seed against the engine in memory: every command is checked, the whole state now and then, and at the end a replay
 * of the journaled bytes must give the same hash at every block and the same state.
 */

import { accountMargin } from "#services/venue/engine/account-margin.ts";
import { apply } from "#services/venue/engine/apply.ts";
import { decodeCommand, encodeCommand } from "#services/venue/engine/command-codec.ts";
import type { Command } from "#services/venue/engine/commands.ts";
import { emptyState } from "#services/venue/engine/empty-state.ts";
import { type EngineEvents, NO_EVENTS } from "#services/venue/engine/events.ts";
import { MARK_DEAD_MS } from "#services/venue/engine/funding.ts";
import { checkAfterCommand, checkInvariants } from "#services/venue/engine/invariants.ts";
import { type Account, INSURANCE } from "#services/venue/engine/market-state.ts";
import type { Outcome } from "#services/venue/engine/outcome.ts";
import { hasPosition } from "#services/venue/engine/shortfall.ts";
import { stateHash } from "#services/venue/engine/state-hash.ts";
import { checkFromNothing } from "#services/venue/engine/testing/brute-force.ts";
import { ClientIdModel } from "./client-id-model.ts";
import { Coverage } from "./coverage.ts";
import { GroupModel } from "./group-model.ts";
import { Random } from "./random.ts";
import { Scenario } from "./scenario.ts";
import { Witness } from "./witness.ts";

/** Commands between two checks of the whole state. */
const CHECK_EVERY = 250;
const BLOCK_SIZE = 50;
/** Commands that a failure shows. */
const SHOWN = 12;

export type Run = { seed: number; commands: number };

export type RunResult = { seed: number; coverage: [string, number][]; stateHash: string };

/** A failed run; its message has the command that repeats it. */
export class SimulationError extends Error {
  constructor(run: Run, step: number, recent: string[], cause: unknown) {
    const reason = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    const again = `npm run sim -- --seed ${run.seed} --commands ${run.commands}`;
    super([`seed ${run.seed}, command ${step}: ${reason}`, ...recent, again].join("\n"));
  }
}

export function runEngine(run: Run): RunResult {
  const live = new LiveEngine(run.seed);
  for (let step = 0; step < run.commands; step += 1) {
    try {
      live.step(step);
    } catch (error) {
      throw new SimulationError(run, step, live.recent, error);
    }
  }
  try {
    const hash = live.finish();
    return { seed: run.seed, coverage: [...live.coverage.counts], stateHash: hash };
  } catch (error) {
    throw new SimulationError(run, run.commands, live.recent, error);
  }
}

class LiveEngine {
  readonly coverage = new Coverage();
  readonly #state = emptyState();
  readonly #scenario: Scenario;
  readonly #witness = new Witness(this.#state, this.coverage);
  readonly #groups = new GroupModel(this.#state);
  readonly #events: EngineEvents = {
    ...this.#witness.events,
    fill: (fill) => {
      this.#witness.events.fill(fill);
      this.#groups.fill(fill);
    },
  };
  readonly #clientIds = new ClientIdModel(this.#state, this.coverage);
  readonly #journal: Uint8Array[] = [];
  readonly #heads: string[] = [];
  readonly #readers: Random;
  readonly #last: { command: Command; outcome?: Outcome }[] = [];

  constructor(seed: number) {
    this.#scenario = new Scenario(seed, this.#state);
    this.#readers = new Random(seed + 1_000_000);
  }

  get recent(): string[] {
    return this.#last.map(({ command, outcome }) => text(command, outcome));
  }

  step(step: number): void {
    const command = this.#scenario.next();
    const { time } = this.#scenario;
    const shown: { command: Command; outcome?: Outcome } = { command };
    this.#last.push(shown);
    if (this.#last.length > SHOWN) this.#last.shift();
    this.#journal.push(encodeCommand(command, time));
    const bystanders = this.#bystanders(command);
    const outcome = apply(this.#state, command, time, this.#events);
    shown.outcome = outcome;
    checkAfterCommand(this.#state, command, outcome);
    this.#groups.check(outcome);
    this.#clientIds.check(command, outcome);
    for (const [account, balance] of bystanders) {
      if (account.balance !== balance)
        throw new Error(`${account.pubkey} has nothing at stake and was charged`);
    }
    this.coverage.outcome(outcome);
    if (this.#readers.oneIn(4)) this.#read();
    if (command.type === "tick") this.#checkFund();
    if (step % BLOCK_SIZE === 0) this.#heads.push(this.#state.effects.close());
    if (step % CHECK_EVERY === 0) this.#checkAll();
  }

  /** The state's hash, proven by a replay. */
  finish(): string {
    this.#checkAll();
    const hash = stateHash(this.#state);
    const replayed = emptyState();
    for (const [step, bytes] of this.#journal.entries()) {
      const { command, time } = decodeCommand(bytes);
      apply(replayed, command, time, NO_EVENTS);
      if (step % BLOCK_SIZE !== 0) continue;
      const block = step / BLOCK_SIZE;
      if (replayed.effects.close() !== this.#heads[block])
        throw new Error(`replay differs in block ${block}`);
    }
    if (stateHash(replayed) !== hash) throw new Error("the replayed state is another");
    return hash;
  }

  /** Marks and ticks do not change an account without positions and orders, even when they liquidate others. */
  #bystanders({ type }: Command): [Account, bigint][] {
    if (type !== "tick" && type !== "set_marks") return [];
    return [...this.#state.accounts.values()]
      .filter(
        (account) =>
          account.openOrders === 0 && account.pubkey !== INSURANCE && !hasPosition(account),
      )
      .map((account) => [account, account.balance]);
  }

  /** Reads an account, as clients do at any time: the replay, without reads, must come to the same state. */
  #read(): void {
    const accounts = [...this.#state.accounts.values()];
    const account = accounts[this.#readers.below(accounts.length)];
    if (account !== undefined) accountMargin(account);
  }

  #checkAll(): void {
    checkInvariants(this.#state);
    checkFromNothing(this.#state);
    this.#witness.checkSums();
  }

  /** After each tick the fund has no debt that deleveraging could cover, except in markets without trading. */
  #checkFund(): void {
    const fund = this.#state.accounts.get(INSURANCE);
    if (fund === undefined || accountMargin(fund).accountValue >= 0n) return;
    this.coverage.count("fund below zero");
    const held = [...fund.holdings.values()].filter(({ size }) => size !== 0);
    const waits = held.some(({ market }) => {
      const { status } = market.listing;
      const dead = this.#state.time - market.markTime > MARK_DEAD_MS;
      return dead || status === "Halted" || status === "PostOnly";
    });
    if (held.length > 0 && !waits) {
      throw new Error("the fund is worth less than nothing and holds a position");
    }
  }
}

function text(command: Command, outcome: Outcome | undefined): string {
  return `  ${JSON.stringify(command, plain)} → ${outcome?.kind === "refused" ? outcome.refusal.code : outcome?.kind}`;
}

/** The command without its signature and payload, which only lengthen a report. */
function plain(key: string, value: unknown): unknown {
  if (key === "signature" || key === "payload" || key === "digest" || key === "acceptance")
    return undefined;
  return typeof value === "bigint" ? String(value) : value;
}
