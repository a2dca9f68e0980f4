/**
 * The engine alone, in one thread: commands per second with margin and fees, how they depend on the size of the book,
 * a public order book on the same flow, and the replay of a million commands.
 *
 * `npm run bench:engine -- [commands per measurement] [commands of the replay] [--smoke]`
 */

import { apply } from "#services/venue/engine/apply.ts";
import { decodeCommand } from "#services/venue/engine/command-codec.ts";
import { emptyState } from "#services/venue/engine/empty-state.ts";
import { NO_EVENTS } from "#services/venue/engine/events.ts";
import { checkAfterCommand } from "#services/venue/engine/invariants.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import { type Flow, makeFlow } from "./_flow.ts";
import { newPeer, peerRun, restingLots } from "./_peer.ts";
import { amount, figure } from "./shared/options.ts";
import { count, median, print, printCalibration, row } from "./shared/report.ts";

const COMMANDS = figure(0, 200_000, 2_000);
const REPLAYED = figure(1, 1_000_000, 5_000);
const RUNS = amount(3, 1);
/** Under load, the sequencer closes and hashes a block about this often. */
const COMMANDS_PER_BLOCK = 100;

function replay(state: VenueState, commands: readonly Uint8Array[]): void {
  let left = COMMANDS_PER_BLOCK;
  for (const bytes of commands) {
    const { command, time } = decodeCommand(bytes);
    apply(state, command, time, NO_EVENTS);
    left -= 1;
    if (left > 0) continue;
    state.effects.close();
    left = COMMANDS_PER_BLOCK;
  }
}

function prepared(flow: Flow): VenueState {
  const state = emptyState();
  replay(state, flow.setup);
  return state;
}

/** Seconds of CPU that this thread used: other work on the machine affects them less than elapsed time. */
function seconds(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1e6;
}

function perSecond(flow: Flow, run: (state: VenueState) => number): number {
  const goes = Array.from({ length: RUNS }, () => {
    const state = prepared(flow);
    const rate = flow.commands.length / run(state);
    if (state.nextTradeId !== flow.state.nextTradeId)
      throw new Error("two runs ended in different states");
    return rate;
  });
  return median(goes);
}

/** As the journal does: decodes bytes to commands and applies them. */
function decodedAndApplied(flow: Flow): number {
  return perSecond(flow, (state) => seconds(() => replay(state, flow.commands)));
}

/** The sequencer's work besides decoding: apply, the checks after each command, the hash of each block. */
function appliedAlone(flow: Flow): number {
  return perSecond(flow, (state) => {
    const decoded = flow.commands.map(decodeCommand);
    return seconds(() => {
      for (const [index, { command, time }] of decoded.entries()) {
        const outcome = apply(state, command, time, NO_EVENTS);
        checkAfterCommand(state, command, outcome);
        if (index % COMMANDS_PER_BLOCK === 0) state.effects.close();
      }
    });
  });
}

function measureMixed(): void {
  row(`mixed flow of ${count(COMMANDS)}, a CPU second`, "decode + apply", "apply alone");
  const rates = [500, 20_000, 30_000].map((resting) => {
    const flow = makeFlow({ resting, commands: COMMANDS });
    const both = decodedAndApplied(flow);
    row(`  ${count(resting)} resting orders`, `${count(both)}/s`, `${count(appliedAlone(flow))}/s`);
    return both;
  });
  const [small = 0, , large = 0] = rates;
  row("  30,000 resting / 500 resting", (large / small).toFixed(2));
}

function peerPerSecond(flow: Flow): number {
  const goes = Array.from({ length: RUNS }, () => {
    const book = newPeer();
    peerRun(flow.plain.setup, book)();
    const rate = flow.plain.commands.length / seconds(peerRun(flow.plain.commands, book));
    if (restingLots(book) !== ownRestingLots(flow.state)) throw new Error("the books differ");
    return rate;
  });
  return median(goes);
}

function ownRestingLots(state: VenueState): number {
  let lots = 0;
  for (const { book } of state.markets.values()) {
    for (const side of ["BUY", "SELL"] as const) {
      for (const level of book.side(side).fromBest()) lots += level.lots;
    }
  }
  return lots;
}

function measurePeer(): void {
  const commands = Math.min(COMMANDS, 50_000);
  row(`limit, market, cancel: ${count(commands)}`, "engine", "nodejs-order-book", "ratio");
  const books = [
    { resting: 500, levels: 250 },
    { resting: 20_000, levels: 250 },
    { resting: 20_000, levels: 10 },
  ];
  for (const book of books) {
    const flow = makeFlow({ ...book, commands, plain: true });
    const own = appliedAlone(flow);
    const peer = peerPerSecond(flow);
    const figures = [`${count(own)}/s`, `${count(peer)}/s`, (own / peer).toFixed(1)];
    row(`  ${count(book.resting)} resting on ${book.levels} prices a side`, ...figures);
  }
}

function measureReplay(): void {
  const flow = makeFlow({ resting: 500, commands: REPLAYED });
  const state = prepared(flow);
  const started = performance.now();
  const busy = seconds(() => replay(state, flow.commands));
  const elapsed = (performance.now() - started) / 1000;
  const figures = [`${busy.toFixed(1)} s CPU`, `${elapsed.toFixed(1)} s elapsed`];
  row(`replay of ${count(REPLAYED)} commands from memory`, ...figures);
}

printCalibration();
measureMixed();
measurePeer();
measureReplay();
print();
