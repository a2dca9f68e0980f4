/**
 * Time from the start of the process until it accepts requests, over a journal of a million commands: with a snapshot
 * at its end, without one, and with an empty folder. The venue's own sequencer writes the journal.
 *
 * `npm run bench:venue-start -- [commands] [--smoke]`
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "#lib/platform/clock.ts";
import { Secret } from "#lib/platform/env.ts";
import { decodeCommand } from "#services/venue/engine/command-codec.ts";
import { NO_EVENTS } from "#services/venue/engine/events.ts";
import { openVenue } from "#services/venue/open-venue.ts";
import { Sequencer } from "#services/venue/sequencer.ts";
import { snapshotFolder } from "#services/venue/snapshot/snapshot-files.ts";
import { OPERATOR_KEY } from "#services/venue/venue.testing.ts";
import { makeFlow } from "./_flow.ts";
import { startVenueProcess } from "./_venue-process.ts";
import { amount, figure } from "./shared/options.ts";
import { count, median, printCalibration, row } from "./shared/report.ts";

const COMMANDS = figure(0, 1_000_000, 5_000);
const COMMANDS_PER_BLOCK = 100;
const STARTS = amount(3, 1);

function fail(error: unknown): never {
  throw error;
}

/** Writes the journal; its times end in the past, as they do when a venue starts again. */
async function writeJournal(folder: string): Promise<void> {
  const start = Date.now() - COMMANDS;
  const { setup, commands } = makeFlow({ resting: 5_000, commands: COMMANDS, start });
  let now = start;
  const clock: Clock = { now: () => now };
  const options = { folder, clock, events: NO_EVENTS, onFailure: fail };
  const sequencer = await Sequencer.open(options);
  const all = [...setup, ...commands];
  for (const [index, bytes] of all.entries()) {
    now = decodeCommand(bytes).time;
    sequencer.execute(bytes);
    if (index % COMMANDS_PER_BLOCK === 0) await sequencer.settled();
  }
  await sequencer.close();
}

/** The work of the follower in a running venue: history, and a snapshot at the end. */
async function follow(folder: string): Promise<void> {
  const clock: Clock = { now: () => Date.now() };
  const operatorKey = new Secret(OPERATOR_KEY);
  const options = { folder, clock, operatorKey, onFailure: fail, follower: "inline" } as const;
  const venue = await openVenue(options);
  await venue.followed();
  await venue.close({ snapshot: true });
}

async function startSeconds(dataFolder: string): Promise<number> {
  const times: number[] = [];
  for (let go = 0; go < STARTS; go += 1) {
    const venue = await startVenueProcess(dataFolder);
    times.push(venue.readyMilliseconds / 1000);
    // An orderly shutdown would write a snapshot.
    await venue.stop("SIGKILL");
  }
  return median(times);
}

const dataFolder = await mkdtemp(join(tmpdir(), "bench-"));
const emptyFolder = await mkdtemp(join(tmpdir(), "bench-"));
try {
  printCalibration();
  const folder = join(dataFolder, "venue");
  await writeJournal(folder);
  await follow(folder);
  const withSnapshot = await startSeconds(dataFolder);
  await rm(snapshotFolder(folder), { recursive: true });
  const without = await startSeconds(dataFolder);
  const empty = await startSeconds(emptyFolder);
  row(`ready with a journal of ${count(COMMANDS)} commands`, "seconds");
  row("  and a snapshot of its end", withSnapshot.toFixed(1));
  row("  and no snapshot", without.toFixed(1));
  row("with an empty folder", empty.toFixed(1));
} finally {
  await rm(dataFolder, { recursive: true, force: true });
  await rm(emptyFolder, { recursive: true, force: true });
}
