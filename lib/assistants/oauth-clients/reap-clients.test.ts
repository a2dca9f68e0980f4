/** Which clients are deleted, and when. */

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#lib/protocol/durations.ts";
import { type ClientTable, openClientTable } from "./clients.testing.ts";
import { noteClientToken, reapClients } from "./reap-clients.ts";

const NOW = Date.UTC(2026, 4, 10, 12);
const ago = (time: number) => new Date(NOW - time);
const unused = { createdAt: ago(400 * DAY_MS), lastTokenAt: null };
const used = { createdAt: ago(400 * DAY_MS), lastTokenAt: ago(90 * DAY_MS + 1) };

let table: ClientTable;

beforeEach(async () => {
  table = await openClientTable();
});
afterEach(() => table.close());

async function left(): Promise<string[]> {
  return (await table.rows()).map(({ id }) => id);
}

test("a client that never got a token is deleted after a day, and not before", async () => {
  const [young] = await table.add(
    { createdAt: ago(DAY_MS), lastTokenAt: null },
    { createdAt: ago(DAY_MS + 1), lastTokenAt: null },
  );
  expect(await reapClients(NOW)).toBe(1);
  expect(await left()).toEqual([young]);
});

test("a client that got a token is deleted 90 days after it", async () => {
  const [recent] = await table.add({ ...used, lastTokenAt: ago(90 * DAY_MS) }, used);
  expect(await reapClients(NOW)).toBe(1);
  expect(await left()).toEqual([recent]);
});

describe("a grant keeps its client", () => {
  test.each([
    ["while it lives", { expiresAt: ago(-DAY_MS), revokedAt: null }],
    ["for 90 days after it expired", { expiresAt: ago(90 * DAY_MS), revokedAt: null }],
    ["for 90 days after it was revoked", { expiresAt: ago(0), revokedAt: ago(90 * DAY_MS) }],
  ])("%s", async (_, times) => {
    const clients = await table.add(used, unused);
    for (const id of clients) await table.addGrant(id, times);
    expect(await reapClients(NOW)).toBe(0);
    expect(await left()).toHaveLength(2);
  });

  test.each([
    ["expired", { expiresAt: ago(90 * DAY_MS + 1), revokedAt: null }],
    ["was revoked", { expiresAt: ago(-DAY_MS), revokedAt: ago(90 * DAY_MS + 1) }],
  ])("no longer than 90 days after it %s", async (_, times) => {
    for (const id of await table.add(used, unused)) await table.addGrant(id, times);
    expect(await reapClients(NOW)).toBe(2);
    expect(await left()).toEqual([]);
  });

  test("and keeps no other client", async () => {
    const [retained = ""] = await table.add(used, used);
    await table.addGrant(retained, { expiresAt: ago(-DAY_MS), revokedAt: null });
    expect(await reapClients(NOW)).toBe(1);
    expect(await left()).toEqual([retained]);
  });
});

test("more than one batch is deleted in one go, and two replicas delete none twice", async () => {
  await table.add(...Array.from({ length: 1_100 }, () => unused));
  const [one, other] = await Promise.all([reapClients(NOW), reapClients(NOW)]);
  expect(one + other).toBe(1_100);
  expect(await left()).toEqual([]);
});

test("the last token of a client is recorded to the hour; for a client that is not stored nothing is recorded", async () => {
  const [id = ""] = await table.add(unused);
  await noteClientToken(id, NOW);
  await noteClientToken(id, NOW + HOUR_MS);
  expect((await table.row(id))?.lastTokenAt).toEqual(new Date(NOW));
  await noteClientToken(id, NOW + HOUR_MS + 1);
  expect((await table.row(id))?.lastTokenAt).toEqual(new Date(NOW + HOUR_MS + 1));
  await noteClientToken("https://app.example/client.json", NOW);
  expect(await left()).toEqual([id]);
});
