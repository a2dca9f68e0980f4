/**
 * A purchase from its start to the wallet, with the app, the simulated checkout and the chain as
 * they run.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { address } from "@solana/kit";
import { isNotNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import { listen } from "#lib/kernel/http/http-server.ts";
import { readText } from "#lib/kernel/http/request-body.ts";
import { createLogger } from "#lib/kernel/log/log.ts";
import { systemClock } from "#lib/kernel/time/clock.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import type { Purchase } from "#lib/protocol/wire/onramp.ts";
import { onrampCallbacks } from "#lib/swaps/schema/onramp.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import { Checkout } from "#services/sandbox/checkout/checkout.ts";
import type { Deal } from "#services/sandbox/checkout/deal-files.ts";
import { createSandboxServer } from "#services/sandbox/http.ts";
import {
  API_KEY,
  type Buyer,
  OnrampService,
  SECRET_KEY,
  WEBHOOK_KEY,
} from "./onramp-service.testing.ts";

const HOST = "127.0.0.1";
const log = createLogger("sandbox", "silent");

describe.skipIf(!hasVm)("at the simulated checkout", () => {
  const folder = mkdtempSync(join(tmpdir(), "checkout-"));
  /** The checkout that runs. */
  const sites: Checkout[] = [];
  const servers: Server[] = [];
  let service: OnrampService;
  let appUrl: string;
  /** The app refuses requests, as during a restart. */
  let isAway = false;
  const reports: { purchase: string; said: string }[] = [];

  beforeAll(async () => {
    const app = createServer((request, response) => {
      void (async () => {
        const body = await readText(request, 100_000);
        const signature = request.headers["moonpay-signature-v2"];
        const provider = request.url?.split("/").at(-1) ?? "";
        const sent = {
          body,
          signature: typeof signature === "string" ? signature : null,
          provider,
        };
        const answer = isAway ? "503" : await service.send(sent);
        const { data } = JSON.parse(body) as {
          data: { status: string; externalTransactionId: string };
        };
        reports.push({ purchase: data.externalTransactionId, said: `${data.status} ${answer}` });
        response.writeHead(Number(answer.slice(0, 3))).end();
      })();
    });
    const sandbox = createSandboxServer({ sites, hostNames: [], log });
    servers.push(app, sandbox);
    const listenOptions = { host: HOST, port: 0, setting: "port" };
    appUrl = `http://${HOST}:${(await listen(app, listenOptions)).port}`;
    const sandboxUrl = `http://${HOST}:${(await listen(sandbox, listenOptions)).port}`;
    service = await OnrampService.open({
      ONRAMP_URL: `${sandboxUrl}/checkout`,
      SANDBOX_URL: sandboxUrl,
    });
    sites[0] = open();
  });
  afterAll(async () => {
    await sites[0]?.stop();
    await service.close();
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
    rmSync(folder, { recursive: true, force: true });
  });

  function open(): Checkout {
    const { sender, treasury } = service;
    const settings = {
      apiKey: API_KEY,
      secretKey: new Secret(SECRET_KEY),
      webhookKey: new Secret(WEBHOOK_KEY),
      appUrl,
    };
    const payer = { sender, treasury };
    return new Checkout({ settings, payer, folder, clock: systemClock, log, validMs: 1_500 });
  }

  const begin = async (amount = "100", currency = "USD") => {
    const buyer = await service.buyer();
    const purchase = await service.start(buyer, { amount, currency });
    return { buyer, purchase, url: purchase.checkout_url ?? "" };
  };
  const choose = (url: string, choice: string) =>
    fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: `choice=${choice}`,
    });
  const becomes = (purchase: Purchase, status: string) =>
    expect
      .poll(async () => {
        // Makes every payment due, so that the test need not wait.
        const { pollAt } = onrampCallbacks;
        await service.db.update(onrampCallbacks).set({ pollAt: 0 }).where(isNotNull(pollAt));
        await service.deliver();
        return (await service.row(purchase)).status;
      })
      .toBe(status);
  const reportsOf = ({ id }: Purchase) =>
    reports.filter(({ purchase }) => purchase === id).map(({ said }) => said);
  /** Repeated callbacks count once, because a callback whose answer is lost is sent again. */
  const expectReports = (purchase: Purchase, ...expected: string[]) =>
    expect
      .poll(() => reportsOf(purchase).filter((said, index, all) => said !== all[index - 1]))
      .toEqual(expected);
  const held = async ({ wallet }: Buyer): Promise<string> => {
    const account = await tokenAccountOf(wallet.address, TOKENS.USDC.mint);
    const node = await service.node();
    return (await node.readTokenBalance(account)).amount.toString();
  };
  /** The payments to a new wallet. */
  const paymentsTo = async ({ wallet }: Buyer): Promise<number> => {
    const account = address(await tokenAccountOf(wallet.address, TOKENS.USDC.mint));
    const { rpc } = service.sender;
    const found = rpc.getSignaturesForAddress(account, { commitment: "confirmed" });
    return (await found.send()).length;
  };

  test("the page says that it is simulated, what it costs and where the USDC goes, and asks for nothing", async () => {
    const { purchase, url } = await begin("100", "EUR");
    const response = await fetch(url);
    const html = await response.text();
    expect(response.status).toBe(200);
    for (const text of ["Simulated checkout", "100 EUR", "3.5 EUR", "104.22 USDC", purchase.wallet])
      expect(html).toContain(text);
    expect(html).not.toMatch(/<(?:input|select|textarea|iframe|script)/);
    expect(response.headers.get("content-security-policy")).toContain(
      "form-action 'self' http://localhost:3000",
    );
  });

  test("a simulated card pays: the browser returns at once, and the USDC is delivered when the chain shows it", async () => {
    const { buyer, purchase, url } = await begin();
    const answer = await choose(url, "pay");
    const back = new URL(answer.headers.get("location") ?? "");
    expect([answer.status, back.origin, back.pathname]).toEqual([
      303,
      "http://localhost:3000",
      "/account/transfers",
    ]);
    expect(back.searchParams.get("purchase")).toBe(purchase.id);
    expect(back.searchParams.get("transactionStatus")).toBe("pending");
    await becomes(purchase, "delivered");
    expect(await held(buyer)).toBe("96500000");
    expect(await service.read(buyer, purchase)).toMatchObject({
      usdc: "96.5",
      provider_transaction: back.searchParams.get("transactionId"),
    });
    await expectReports(purchase, "pending 204", "completed 204");
    const again = await (await fetch(url)).text();
    expect(again).toContain("This purchase was paid");
  });

  test("pressed many times at once, it is paid once", async () => {
    const { buyer, purchase, url } = await begin();
    const answers = await Promise.all(Array.from({ length: 8 }, () => choose(url, "pay")));
    const deals = answers.map(({ headers }) =>
      new URL(headers.get("location") ?? "").searchParams.get("transactionId"),
    );
    expect([new Set(deals).size, deals[0]]).toEqual([1, expect.any(String)]);
    await becomes(purchase, "delivered");
    expect(await held(buyer)).toBe("96500000");
  });

  test("a declined card fails the purchase; a second try at the same checkout pays for it", async () => {
    const { buyer, purchase, url } = await begin();
    await choose(url, "decline");
    await becomes(purchase, "failed");
    await choose(url, "pay");
    await becomes(purchase, "delivered");
    expect(await held(buyer)).toBe("96500000");
  });

  test("a refund is reported, and nothing is paid", async () => {
    const { buyer, purchase, url } = await begin();
    await choose(url, "refund");
    await becomes(purchase, "refunded");
    await expectReports(purchase, "pending 204", "failed 204");
    expect(await paymentsTo(buyer)).toBe(0);
  });

  test("after a refund the same checkout may pay", async () => {
    const { buyer, purchase, url } = await begin();
    await choose(url, "refund");
    await becomes(purchase, "refunded");
    await choose(url, "pay");
    await becomes(purchase, "delivered");
    expect(await held(buyer)).toBe("96500000");
  });

  test.each([
    ["another amount", (url: string) => url.replace("=100&", "=1000&")],
    [
      "another wallet",
      (url: string) =>
        url.replace(/walletAddress=(.)/, (_all, first) => `walletAddress=${first === "1" ? 2 : 1}`),
    ],
    ["one parameter more", (url: string) => `${url}&walletAddress=x`],
    [
      "a parameter before the signature",
      (url: string) => url.replace("&signature", "&x=1&signature"),
    ],
    ["no signature", (url: string) => url.replace(/&signature=.*/, "")],
    ["half a signature", (url: string) => url.slice(0, -20)],
    ["a second signature", (url: string) => `${url}&signature=x`],
  ])("an address with %s is not taken", async (_what, change) => {
    const { purchase, url } = await begin();
    const changed = change(url);
    expect(changed).not.toBe(url);
    expect((await fetch(changed)).status).toBe(400);
    expect((await choose(changed, "pay")).status).toBe(400);
    expect((await service.row(purchase)).status).toBe("created");
  });

  test("an unknown choice, or another method, is refused", async () => {
    const { url } = await begin();
    expect((await choose(url, "steal")).status).toBe(400);
    expect((await fetch(url, { method: "PUT" })).status).toBe(405);
    expect((await choose(url, "x".repeat(1_000))).status).toBe(413);
  });

  test("a service that does not answer gets its callbacks later, in order", async () => {
    const { purchase, url } = await begin();
    isAway = true;
    await choose(url, "pay");
    await expect.poll(() => reportsOf(purchase).length).toBeGreaterThan(2);
    expect(new Set(reportsOf(purchase))).toEqual(new Set(["pending 503"]));
    isAway = false;
    await becomes(purchase, "delivered");
    await expectReports(purchase, "pending 503", "pending 204", "completed 204");
  });

  const restart = async (): Promise<void> => {
    await sites[0]?.stop();
    sites[0] = open();
  };

  test("after a restart, a payment that a kill left unsent is paid once", async () => {
    const { buyer, purchase } = await begin();
    const deal: Deal = {
      id: randomUUID(),
      purchase: purchase.id,
      wallet: purchase.wallet,
      amount: "100",
      fee: "3.5",
      currency: "usd",
      units: "96500000",
      state: "paying",
      signature: null,
      untold: [],
      createdAt: service.now(),
    };
    await sites[0]?.stop();
    writeFileSync(join(folder, `${deal.id}.json`), JSON.stringify(deal));
    sites[0] = open();
    await becomes(purchase, "delivered");
    await expectReports(purchase, "completed 204");
    // Further restarts do not pay it again.
    await restart();
    await restart();
    expect([await paymentsTo(buyer), await held(buyer)]).toEqual([1, "96500000"]);
  });

  test("a kill between the payment and its record does not pay twice", async () => {
    const { buyer, purchase, url } = await begin();
    isAway = true;
    const before = new Set(readdirSync(folder));
    await choose(url, "pay");
    const file = readdirSync(folder).find((name) => name.endsWith(".json") && !before.has(name));
    const path = join(folder, file ?? "");
    const stored = () => JSON.parse(readFileSync(path, "utf8")) as Deal;
    await expect.poll(() => stored().state).toBe("completed");
    await sites[0]?.stop();
    // The state after the kill: the payment is made, and the file does not contain it.
    const { untold, ...deal } = stored();
    const left: Deal = { ...deal, state: "paying", signature: null, untold: untold.slice(0, 1) };
    writeFileSync(path, JSON.stringify(left));
    isAway = false;
    sites[0] = open();
    await becomes(purchase, "delivered");
    await expectReports(purchase, "pending 503", "pending 204", "completed 204");
    expect([await paymentsTo(buyer), await held(buyer)]).toEqual([1, "96500000"]);
  });
});
