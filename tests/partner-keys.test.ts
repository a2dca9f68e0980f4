/** An MCP key reads partner records when its owner allowed it, and changes nothing. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as earnings from "#app/api/v1/partner/earnings/route.ts";
import * as links from "#app/api/v1/partner/links/route.ts";
import * as referrals from "#app/api/v1/partner/referrals/route.ts";
import * as partnerRoute from "#app/api/v1/partner/route.ts";
import * as settlements from "#app/api/v1/partner/settlements/route.ts";
import * as statement from "#app/api/v1/partner/statement/route.ts";
import * as summary from "#app/api/v1/partner/summary/route.ts";
import { mcpKeys } from "#lib/machines/schema/keys.ts";
import { joinProgramme } from "#lib/partner/profile/profile.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import {
  insertKeys,
  openKeyTables,
  TEST_KEYS,
} from "#lib/server/credentials/credentials.testing.ts";
import type { RouteHandler } from "#lib/server/route.ts";

const NOW = 1_800_000_000_000;
const READS: Record<string, RouteHandler> = {
  summary: summary.GET,
  referrals: referrals.GET,
  earnings: earnings.GET,
  settlements: settlements.GET,
  statement: statement.GET,
  links: links.GET,
};

let db: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ db, close } = await openKeyTables());
  await insertKeys(db, NOW);
  const { user: userId } = TEST_KEYS;
  const actor = {
    kind: "session",
    userId,
    sessionId: `${userId}.external`,
    account: undefined,
    provedAt: NOW,
  } as const;
  await joinProgramme({
    ctx: { actor, client: { address: "127.0.0.1", agent: "test" }, now: NOW },
    input: { body: { code: "key-owner" } },
  });
  setHttpRuntime({ clock: { now: () => NOW }, log: { error: () => {}, warn: () => {} } });
});
afterAll(async () => {
  setHttpRuntime();
  setDatabase(undefined);
  await close();
});

async function ask(handler: RouteHandler, path: string, init: RequestInit = {}) {
  const headers = {
    authorization: `Bearer ${TEST_KEYS.mcpSecret}`,
    "content-type": "application/json",
  };
  const request = new Request(`http://localhost:3000/api/v1/partner${path}`, { ...init, headers });
  const answer = await handler(request, { params: Promise.resolve({}) });
  return { status: answer.status, text: await answer.text() };
}

describe.each(Object.keys(READS))("GET %s", (name) => {
  const handler = READS[name] as RouteHandler;

  test("is refused to a key without the permission, which is off by default", async () => {
    await db.update(mcpKeys).set({ canReadPartner: false });
    const { status, text } = await ask(handler, `/${name}`);
    expect([status, (JSON.parse(text) as { error: string }).error]).toEqual([
      403,
      "PARTNER_NOT_ALLOWED",
    ]);
  });

  test("answers a key with it as it answers its owner", async () => {
    await db.update(mcpKeys).set({ canReadPartner: true });
    const { status, text } = await ask(handler, `/${name}`);
    expect([status, text.includes("ledger_seq")]).toEqual([200, true]);
  });
});

test("a key cannot add a link, join, or change the payout wallet, whatever it may read", async () => {
  await db.update(mcpKeys).set({ canReadPartner: true });
  const body = JSON.stringify({ name: "a" });
  const answers = await Promise.all([
    ask(links.POST, "/links", { method: "POST", body }),
    ask(partnerRoute.POST, "", { method: "POST", body: "{}" }),
    ask(partnerRoute.PATCH, "", { method: "PATCH", body: "{}" }),
    ask(partnerRoute.GET, ""),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
});
