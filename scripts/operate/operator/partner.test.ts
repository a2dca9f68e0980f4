/** The command line pays partners: over the real handlers, a real database and the sandbox's chain. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { base58 } from "@scure/base";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as feesRoute from "#app/api/operator/v1/partner/fees/route.ts";
import * as reversalsRoute from "#app/api/operator/v1/partner/reversals/route.ts";
import * as partnerRoute from "#app/api/operator/v1/partner/route.ts";
import * as runsRoute from "#app/api/operator/v1/partner/runs/route.ts";
import * as failureRoute from "#app/api/operator/v1/partner/settlements/[id]/failure/route.ts";
import * as paymentRoute from "#app/api/operator/v1/partner/settlements/[id]/payment/route.ts";
import * as settlementsRoute from "#app/api/operator/v1/partner/settlements/route.ts";
import { identities } from "#lib/identity/schema/identity.ts";
import { makeUser } from "#lib/partner/partner.testing.ts";
import { joinProgramme } from "#lib/partner/profile/profile.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import type { RouteHandler } from "#lib/server/route.ts";
import { type ChainServer, startChainServer } from "#services/sandbox/testing/chain-server.ts";
import { runOperator } from "./run.ts";

const START = Date.UTC(2026, 2, 1);
const UNTIL = "2026-03-01T00:00:00Z";
const OPERATOR = `operator_${"c".repeat(64)}`;
const REASON = ["--reason", "ticket 812"];

const folder = mkdtempSync(join(tmpdir(), "operator-partner-"));
let now = START;
let chain: ChainServer;
let db: Database;

beforeAll(async () => {
  chain = await startChainServer(folder, { now: () => now });
  vi.stubEnv("APP_OPERATOR_KEY", OPERATOR);
  vi.stubEnv("SOLANA_RPC_URL", `${chain.url}/solana`);
  vi.stubEnv("SOLANA_NETWORK", "simulated");
  vi.stubEnv("SANDBOX_URL", chain.url);
  writeFileSync(join(folder, "secrets.json"), JSON.stringify({ APP_OPERATOR_KEY: OPERATOR }));
  const endpoints = { app: "http://localhost:3000" };
  writeFileSync(join(folder, "endpoints.json"), JSON.stringify(endpoints));
  db = await testDatabase();
  setDatabase(db);
  setHttpRuntime({ clock: { now: () => now } });
});
afterAll(async () => {
  setHttpRuntime();
  setDatabase(undefined);
  await db.$client.end();
  await chain.stop();
  rmSync(folder, { recursive: true });
  vi.unstubAllEnvs();
});

const PATHS: [RegExp, Partial<Record<string, RouteHandler>>][] = [
  [/^\/api\/operator\/v1\/partner$/, partnerRoute],
  [/^\/api\/operator\/v1\/partner\/runs$/, runsRoute],
  [/^\/api\/operator\/v1\/partner\/settlements$/, settlementsRoute],
  [/^\/api\/operator\/v1\/partner\/settlements\/([^/]+)\/payment$/, paymentRoute],
  [/^\/api\/operator\/v1\/partner\/settlements\/([^/]+)\/failure$/, failureRoute],
  [/^\/api\/operator\/v1\/partner\/fees$/, feesRoute],
  [/^\/api\/operator\/v1\/partner\/reversals$/, reversalsRoute],
];

const requests: string[] = [];

async function toHandlers(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  request.headers.set("x-forwarded-for", "127.0.0.1");
  const { pathname } = new URL(request.url);
  requests.push(request.url);
  for (const [pattern, methods] of PATHS) {
    const [, id] = pattern.exec(pathname) ?? [undefined, undefined];
    const handler = pattern.test(pathname) ? methods[request.method] : undefined;
    if (handler !== undefined) return handler(request, { params: Promise.resolve({ id }) });
  }
  throw new Error(`nothing at ${request.method} ${pathname}`);
}

async function run(...argv: string[]) {
  let out = "";
  let complaint = "";
  const code = await runOperator({
    argv,
    environment: { DATA_DIR: folder },
    fetch: toHandlers,
    print: (text) => (out += text),
    complain: (text) => (complaint += text),
  });
  return { code, out, complaint };
}

/** Cells of each line, the head of the table included. */
const cells = (out: string): string[][] =>
  out
    .trim()
    .split("\n")
    .map((line) => line.split(/ {2,}/));

let code: string;
let wallet: string;
let trader: string;
let file: string;

/** A partner whose file reports a fee that earned 25, and one that earned 12. */
beforeEach(async () => {
  now = START;
  requests.length = 0;
  wallet = base58.encode(randomBytes(32));
  trader = base58.encode(randomBytes(32));
  code = `p-${randomBytes(6).toString("hex")}`;
  const actor = await makeUser(db, wallet);
  const client = { address: "127.0.0.1", agent: "test" };
  await joinProgramme({ ctx: { actor, client, now: 0 }, input: { body: { code } } });
  await db.insert(identities).values({
    id: `idn_${code}`,
    userId: actor.userId,
    kind: "email",
    subject: `${code}@example.com`,
    label: `${code}@example.com`,
    createdAt: new Date(0),
    lastUsedAt: new Date(0),
  });
  file = join(folder, `${code}.json`);
  const fee = (reference: string, charged: string, occurred_at: string) => {
    return { reference, account: trader, source: "perp", charged, gross: charged, occurred_at };
  };
  const history = {
    partner: code,
    referrals: [
      { account: trader, since: "2026-01-01T00:00:00Z" },
      { account: wallet, since: "2026-01-01T00:00:00Z" },
    ],
    fees: [fee("one", "250", "2026-02-27T00:00:00Z"), fee("2", "100", "2026-02-28T00:00:00Z")],
  };
  writeFileSync(file, JSON.stringify(history));
});

async function pay(amount: string): Promise<string> {
  const response = await fetch(`${chain.url}/solana/pay`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ recipient: wallet, amount }),
  });
  return ((await response.json()) as { signature: string }).signature;
}

/** The settlement of 37 USDC that a run has created. */
async function madeOut(): Promise<string> {
  await run("partner", "import", file);
  const { out } = await run("partner", "run", "--until", UNTIL, "--partner", code, "--json");
  const { settlements } = JSON.parse(out) as { settlements: { settlement_id: string }[] };
  return settlements[0]!.settlement_id;
}

describe("partner import", () => {
  it("books the file, names the refused referrals, and books nothing twice", async () => {
    const { code: exit, out } = await run("partner", "import", file);
    expect(exit).toBe(0);
    expect(out).toContain("Booked 2, known before 0, not of this partner's referrals 0.");
    expect(cells(out).at(-1)).toEqual([wallet, "SELF_REFERRAL"]);
    expect((await run("partner", "import", file)).out).toContain("Booked 0, known before 2");
  });

  it("accepts a thousand fees in one body, larger than any other body may be", async () => {
    const fees = Array.from({ length: 1_000 }, (_, index) => ({
      reference: `${"r".repeat(80)}:${index}`,
      account: trader,
      source: "swap",
      charged: "0.000000001",
      gross: "0.000000001",
      occurred_at: "2026-02-27T00:00:00Z",
    }));
    const referrals = [{ account: trader, since: "2026-01-01T00:00:00Z" }];
    writeFileSync(file, JSON.stringify({ partner: code, referrals, fees }));
    expect((await run("partner", "import", file)).out).toContain("Booked 1000");
    writeFileSync(file, JSON.stringify({ partner: code, fees: [...fees, fees[0]] }));
    const more = await run("partner", "import", file);
    expect([more.code, more.complaint]).toEqual([1, expect.stringContaining("INVALID_FIELD")]);
  });
});

describe("partner run", () => {
  it("prints what a person needs to pay: recipient, amount, settlement", async () => {
    await run("partner", "import", file);
    const line = ["partner", "run", "--until", UNTIL, "--partner", code];
    const dry = await run(...line, "--dry-run");
    expect(dry.out).toContain("Nothing was written. Up to 2026-03-01 00:00 UTC there would be:");
    expect(cells(dry.out)).toContainEqual([wallet, "37", "-", "-", code]);
    const made = await run(...line);
    expect(made.code).toBe(0);
    const [head, columns, row, total] = cells(made.out);
    expect(head?.[0]).toMatch(/^run_[0-9a-f]{24}, everything earned up to 2026-03-01 00:00 UTC$/);
    expect(columns).toEqual(["recipient", "USDC", "settlement", "state", "partner"]);
    expect(row).toEqual([wallet, "37", expect.stringMatching(/^stl_/), "created", code]);
    expect(total?.[0]).toMatch(/^Total 37 USDC on simulated, mint /);
    const again = await run(...line);
    expect(again.out).toContain("Nothing is to be paid.");
    expect(again.out).toContain("Nothing is pending of 1 more.");
    // The interrupted run, requested again.
    const runId = head?.[0]?.split(",")[0] ?? "";
    expect((await run(...line, "--run", runId)).out).toBe(made.out);
  });

  it("names the partners who are not paid, and why", async () => {
    await run("partner", "import", file);
    const line = ["partner", "run", "--until", UNTIL, "--partner", code];
    const { out } = await run(...line, "--minimum", "37.000001");
    expect(cells(out).at(-1)).toEqual([code, "below_minimum", "37"]);
    const late = await run("partner", "run", "--until", "2026-03-01T00:00:01Z");
    expect([late.code, late.complaint]).toEqual([1, expect.stringContaining("in the future")]);
    const odd = await run("partner", "run", "--until", "tomorrow");
    expect([odd.code, odd.complaint]).toEqual([1, expect.stringContaining("ISO 8601")]);
  });
});

describe("partner pay", () => {
  it("submits the signature, and shows what the chain has so far", async () => {
    const id = await madeOut();
    const signature = await pay("37");
    const first = await run("partner", "pay", id, signature);
    expect(first.out).toContain(`${id}  submitted: the chain does not show its end yet`);
    expect(first.out).toContain(`${chain.url}/solana/tx/${signature}`);
    const open = await run("partner", "settlements", "--state", "submitted", "--partner", code);
    expect(cells(open.out).at(-1)).toEqual([
      wallet,
      "37",
      id,
      "submitted",
      code,
      "2026-03-01 00:00 UTC",
      signature,
    ]);
    const none = await run("partner", "settlements", "--state", "created", "--partner", code);
    expect(none.out).toBe("No settlement matches.\n");
  });

  it("refuses another amount and names both figures", async () => {
    const id = await madeOut();
    const signature = await pay("36");
    now += 2_000;
    const { code: exit, complaint } = await run("partner", "pay", id, signature);
    expect(exit).toBe(1);
    expect(complaint).toContain("36 USDC");
    expect(complaint).toContain("37 USDC");
    expect(complaint).toContain("PAYMENT_DIFFERS");
    const typed = await run("partner", "pay", id, signature.slice(8));
    expect([typed.code, typed.complaint]).toEqual([1, expect.stringContaining("signature")]);
  });
});

describe("partner fail, reverse and show", () => {
  it("takes back an unpaid settlement, with the reason", async () => {
    const id = await madeOut();
    const { code: exit, out } = await run("partner", "fail", id, ...REASON);
    expect([exit, out]).toEqual([
      0,
      expect.stringContaining(`${id}  failed: the amount is pending`),
    ]);
    expect(out).toContain("ticket 812");
  });

  it("reverses a fee by its row or its reference, also a numeric reference", async () => {
    await run("partner", "import", file);
    const { out } = await run("partner", "reverse", code, "reference:2", ...REASON);
    expect(out).toBe(
      `Row 2 of ${code} is reversed by row 3: a fee of 100 USD, 12 USD earned of it.\n`,
    );
    const first = await run("partner", "reverse", code, "1", ...REASON);
    expect(first.out).toContain("Row 1 of");
    expect((await run("partner", "reverse", code, "one", ...REASON)).out).toBe(first.out);
    const wrong = await run("partner", "reverse", code, "77", ...REASON);
    expect([wrong.code, wrong.complaint]).toEqual([1, expect.stringContaining("FEE_NOT_FOUND")]);
  });

  it("shows a partner by any name, with open settlements", async () => {
    const id = await madeOut();
    const shown = await run("partner", "show", code);
    const facts = Object.fromEntries(cells(shown.out).map(([, name, text]) => [name, text]));
    expect(facts).toMatchObject({
      level: "2 (12%)",
      "30 days": "350 USD of fees",
      referrals: "1",
      accrued: "37 USD",
      settled: "0",
      "in transit": "37",
      pending: "0",
      "paid to": wallet,
    });
    expect(shown.out).toContain(id);
    expect(shown.out).not.toContain("DO NOT ADD UP");
    for (const name of [wallet, `${code.toUpperCase()}@example.com`, code.toUpperCase()])
      expect((await run("partner", "show", name)).out).toBe(shown.out);
    const { code: exit, complaint } = await run("partner", "show", "nobody");
    expect([exit, complaint]).toEqual([1, expect.stringContaining("PARTNER_NOT_FOUND")]);
  });
});

describe("the command line", () => {
  const id = "stl_0123456789abcdef01234567";

  it.each([
    [["partner"], 'no command "partner "'],
    [["partner", "list"], 'no command "partner list"'],
    [["partner", "show"], "needs a partner"],
    [["partner", "run"], "--until"],
    [["partner", "run", "all", "--until", UNTIL], 'does not know "all"'],
    [["partner", "run", "--until", UNTIL, "--minumum", "1"], "--minumum"],
    [["partner", "pay", id], "needs the signature of its payment"],
    [["partner", "pay", "stl_1", "x"], "is no settlement's id"],
    [["partner", "fail", id], "--reason is missing"],
    [["partner", "reverse", "demo"], "needs the number of the fee's row"],
    [["partner", "import", "/nowhere.json"], "cannot be read as JSON"],
  ])("exits with 2 for %j and says what is wrong", async (line, message) => {
    const { code: exit, complaint } = await run(...line);
    expect([exit, complaint]).toEqual([2, expect.stringContaining(message)]);
    expect(requests).toEqual([]);
  });

  it("refuses a file that holds a list", async () => {
    writeFileSync(file, "[]");
    expect(await run("partner", "import", file)).toMatchObject({ code: 2 });
  });
});
