/** Journals that earlier versions of the venue wrote replay to the same hash at every block, and the venue goes on from there. */
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NO_EVENTS } from "#services/venue/engine/events.ts";
import { walkJournal } from "#services/venue/journal-audit/walk-journal.ts";
import { Sequencer } from "#services/venue/sequencer/sequencer.ts";

/** The head of each journal, as the version that wrote it printed it. */
const KEPT = [
  {
    name: "before-withdrawals",
    height: 43,
    commands: 400,
    stateHash: "abb63a75473886a3d65efed44e3c13d45813fe8c7f4464b103c2100592c88818",
    deposits: 13,
    rules: 0,
    clientIds: [],
  },
  // Names are used before the rule, after it and a day later: 9 of 13 placements and the first of a batch were accepted.
  {
    name: "client-ids",
    height: 22,
    commands: 22,
    stateHash: "4ebe17f60434d38dc94f7fd39e704b0da3d866a565e9cf36b23258d9d90031d4",
    deposits: 2,
    rules: 1,
    clientIds: ["a 9", "c 10"],
  },
];

test.each(KEPT)("$name", async ({ name, height, commands, stateHash, ...kept }) => {
  const walk = walkJournal({ folder: join(import.meta.dirname, name) });
  expect(walk.position).toMatchObject({ height, stateHash, seq: commands });
  const credited = [...walk.state.transfers.values()];
  expect(credited).toHaveLength(kept.deposits);
  expect(credited.every(({ txHash }) => txHash === null)).toBe(true);
  const { rules, clientIdQueue } = walk.state;
  const clientIds = Array.from(clientIdQueue, ({ clientId, orderId }) => `${clientId} ${orderId}`);
  expect({ rules, clientIds }).toEqual({ rules: kept.rules, clientIds: kept.clientIds });
});

test.each(KEPT)("$name takes commands of this version", async ({ name, height }) => {
  const folder = await mkdtemp(join(tmpdir(), "kept-"));
  await cp(join(import.meta.dirname, name), folder, { recursive: true });
  const sequencer = await Sequencer.open({
    folder,
    clock: { now: () => 0 },
    events: NO_EVENTS,
    onFailure: () => {},
  });
  const account = "insurance";
  const given = { id: "1", account, amount: 5n, reference: "new", source: "", txHash: "t" };
  await sequencer.submit({ type: "deposit", ...given });
  await sequencer.close();
  const { position, state } = walkJournal({ folder });
  expect(position.height).toBe(height + 1);
  expect(state.transfers.get("new")).toMatchObject({ txHash: "t", seq: position.seq });
  await rm(folder, { recursive: true });
});
