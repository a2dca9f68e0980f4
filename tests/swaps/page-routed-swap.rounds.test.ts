/**
 * A swap along a route of the simulated aggregator, from the page to the chain. And harmful
 * answers, which never reach a wallet. The deep set covers every kind of route.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { PreparedSwap, SwapAsk } from "#components/swaps/kinds/preparation.ts";
import { prepareSwap } from "#components/swaps/kinds/prepare-swap.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { ROUTE_ACCOUNTS, type RouteAccount } from "#lib/protocol/solana/jupiter-route.ts";
import { TOKEN_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { ROUTE_TABLE } from "#lib/protocol/solana/simulated-route.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { readWireTransaction } from "#lib/protocol/solana/wire-transaction.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import { RoutesServer } from "./routes-server.testing.ts";
import { SwapPage, USDC } from "./swap-page.testing.ts";
import { SwapService } from "./swap-service.testing.ts";
import { type Pair, Swapper } from "./swap-world.testing.ts";

type Account = { pubkey: string; isSigner: boolean; isWritable: boolean };
type Instruction = { programId: string; accounts: Account[]; data: string };
type Answer = {
  outAmount: string;
  priceImpactPct: string | null;
  swapInstruction: Instruction;
  setupInstructions: Instruction[];
  otherInstructions: Instruction[];
  addressesByLookupTableAddress: Record<string, string[]>;
};

const isDeep = Number(process.env["SWAP_OTHERS"] ?? 1) > 1;
const ROUTES: readonly (readonly [Pair, number])[] = [
  [["BTC", "ETH"], 2],
  [["USDC", "BTC"], 1],
  [["SOL", "USDC"], 1],
  [["USDC", "SOL"], 1],
  [["SOL", "THIN"], 2],
];

describe.skipIf(!hasVm)("a routed swap of the page", () => {
  let service: SwapService;
  let site: RoutesServer;
  let page: SwapPage;

  beforeAll(async () => {
    service = await SwapService.open();
    site = await RoutesServer.open(service.world.chain.url);
    vi.stubEnv("SWAP_ROUTES_URL", site.url);
    page = await SwapPage.open(service);
  });
  afterAll(async () => {
    page.close();
    await site.close();
    await service.close();
  });
  beforeEach(() => page.begin({ USDC: 10_000n * USDC, BTC: 10_000_000n }));
  afterEach(() => page.end());

  const prepare = (ask: SwapAsk) =>
    prepareSwap(page.terms, { ...ask, kind: "jupiter", routesUrl: page.terms.routes_url ?? "" });

  async function prepared(pair: Pair, amountIn?: bigint): Promise<PreparedSwap> {
    const made = await prepare(page.askFor(pair, amountIn));
    if (made.state !== "ready") throw new Error(JSON.stringify(made));
    return made.prepared;
  }

  /** Changes the aggregator's answers on their way. */
  function forge(change: (answer: Answer) => unknown): void {
    page.onRoutes = async (pass) => {
      const answer = (await (await pass()).json()) as Answer;
      return Response.json((await change(answer)) ?? answer);
    };
  }

  /** The swap moves what its review says, to the unit, for every token. */
  async function expectShown(swap: PreparedSwap): Promise<void> {
    const { moved, shown } = await page.land(swap);
    expect(moved).toEqual(shown);
    const least = BigInt(swap.plan.out.units_min);
    const { assetOut } = swap.ask;
    if (assetOut !== "SOL") expect(moved[assetOut]).toBeGreaterThanOrEqual(least);
  }

  const own = (symbol: keyof typeof TOKENS, wallet = page.swapper) =>
    tokenAccountOf(wallet.address, TOKENS[symbol].mint);
  const venuesOf = ({ plan }: PreparedSwap) => plan.route.map(({ venue }) => venue);

  test.each(ROUTES.slice(0, isDeep ? ROUTES.length : 1))(
    "of %j along %i hops moves what its review says",
    async (pair, hops) => {
      const swap = await prepared(pair);
      expect(venuesOf(swap)).toHaveLength(hops);
      expect(venuesOf(swap)[0]).toMatch(/^jupiter:Simulated pool /);
      await expectShown(swap);
      await vi.waitFor(
        async () => {
          await (await service.intake()).run(Date.now());
          const rows = (await service.rows()).filter(
            ({ wallet }) => wallet === page.swapper.address,
          );
          expect(rows).toMatchObject([{ status: "finalized", route: ["jupiter"] }]);
        },
        { interval: 100 },
      );
    },
  );

  test.runIf(isDeep)(
    "opens an account for the token between, shows its rent, and leaves alone what one holds",
    async () => {
      const opening = await prepared(["BTC", "THIN"]);
      if (opening.shown.kind !== "jupiter") throw new Error(opening.shown.kind);
      expect(opening.shown.swap.between).toEqual([await own("USDC")]);
      // The wallet has USDC already, so one account is new.
      expect(opening.shown.effect.rent).toBe(2_039_280n);
      await expectShown(opening);
      expect((await page.held()).USDC).toBe(10_000n * USDC);

      await page.begin({ BTC: 10_000_000n });
      const both = await prepared(["BTC", "THIN"]);
      if (both.shown.kind !== "jupiter") throw new Error(both.shown.kind);
      expect(both.shown.effect.rent).toBe(2n * 2_039_280n);
      await expectShown(both);
    },
  );

  test.runIf(isDeep)(
    "along three hops fits by the chain's lookup table, and not by the answer's own list",
    async () => {
      const whale = await service.world.wallet({ USDC: 10_000_000n * USDC });
      await service.world.push(whale, ["USDC", "SOL"], 2_000_000n * USDC);
      await service.world.push(whale, ["USDC", "BTC"], 2_000_000n * USDC);
      forge(({ addressesByLookupTableAddress: tables }) => {
        tables[ROUTE_TABLE]?.reverse();
      });
      const swap = await prepared(["USDC", "BTC"], 100n * USDC);
      expect(venuesOf(swap)).toHaveLength(3);
      expect(readWireTransaction(swap.bytes).tables.map(({ table }) => table)).toEqual([
        ROUTE_TABLE,
      ]);
      await expectShown(swap);

      forge((answer) => {
        answer.addressesByLookupTableAddress = {};
      });
      expect(await prepare(page.askFor(["USDC", "BTC"], 100n * USDC))).toMatchObject({
        state: "refused",
        problem: "tooLong",
      });
      await service.world.push(
        whale,
        ["BTC", "USDC"],
        await service.world.held(whale.address, "BTC"),
      );
    },
  );

  test("with an unknown impact opens no wallet before it is acknowledged", async () => {
    forge((answer) => {
      answer.priceImpactPct = null;
    });
    const swap = await prepared(["USDC", "THIN"]);
    expect(swap.shown).toMatchObject({ impact: "unknown" });
    expect(await page.sign(swap)).toBe("notAcknowledged");
    expect(page.prompts).toBe(0);
  });

  test.each([
    [429, "Too many requests", { problem: "busy" }],
    [400, '{"error":"No routes found"}', { problem: "noRoute" }],
    [503, "", { problem: "jupiter", detail: "it answered 503" }],
  ])("is refused when the aggregator answers %i with %j", async (status, text, expected) => {
    page.onRoutes = () => Promise.resolve(new Response(text, { status }));
    const made = await prepare(page.askFor(["USDC", "SOL"]));
    expect(made).toMatchObject({ state: "refused", ...expected });
  });

  test("that the wallet cannot pay is refused", async () => {
    expect(await prepare(page.askFor(["USDC", "SOL"], 10_000n * USDC))).toMatchObject({
      state: "refused",
      problem: "tooLittle",
    });
  });

  describe("with a forged answer", () => {
    const thief = new Swapper();
    const put = ({ swapInstruction: { accounts } }: Answer, role: RouteAccount, key: string) => {
      const account = accounts[ROUTE_ACCOUNTS.indexOf(role)];
      if (account !== undefined) account.pubkey = key;
    };
    const withData = ({ swapInstruction: swap }: Answer, change: (data: Buffer) => void) => {
      const data = Buffer.from(swap.data, "base64");
      change(data);
      swap.data = data.toString("base64");
    };
    const named = (pubkey: string, isSigner = false) => ({ pubkey, isSigner, isWritable: true });

    const FORGED: [string, (answer: Answer) => unknown, RegExp][] = [
      [
        "another program",
        ({ swapInstruction: swap }) => {
          swap.programId = TOKEN_PROGRAM;
        },
        /another program/,
      ],
      [
        "another account as its source",
        async (answer) => put(answer, "userSource", await own("BTC")),
        /another account than its fee/,
      ],
      [
        "another wallet's account as its destination",
        async (answer) => put(answer, "userDestination", await own("BTC", thief)),
        /output/,
      ],
      [
        "another account that gets the output",
        async (answer) => put(answer, "destinationTokenAccount", await own("BTC", thief)),
        /names lookup tables/,
      ],
      [
        "an extra account of the wallet",
        async ({ swapInstruction: { accounts } }) => {
          accounts.push(named(await own("THIN")));
        },
        /another account of the wallet/,
      ],
      [
        "another signer",
        ({ swapInstruction: { accounts } }) => {
          accounts.push(named(thief.address, true));
        },
        /another signature/,
      ],
      [
        "further instructions",
        ({ otherInstructions, swapInstruction }) => {
          otherInstructions.push(swapInstruction);
        },
        /further instructions/,
      ],
      [
        "data of another form",
        (answer) => withData(answer, (data) => data.fill(0, 0, 8)),
        /another form/,
      ],
      [
        "more steps than it has",
        (answer) => withData(answer, (data) => data.fill(99, 30, 31)),
        /number of steps/,
      ],
    ];

    test.each(FORGED)(
      "that has %s is refused before the wallet is asked",
      async (_name, change, reason) => {
        await service.world.give(page.swapper.address, "THIN", 1_000_000n);
        forge(change);
        const made = await prepare(page.askFor(["USDC", "BTC"]));
        if (made.state !== "refused") throw new Error(made.state);
        expect(["jupiter", "differs"]).toContain(made.problem);
        expect(made.detail).toMatch(reason);
        expect(page.prompts).toBe(0);
      },
    );

    test("takes no fee for another party: the page writes all terms itself", async () => {
      forge((answer) =>
        withData(answer, (data) => {
          for (const at of [24, 26, 28]) data.writeUInt16LE(500, at);
        }),
      );
      await expectShown(await prepared(["USDC", "BTC"]));
    });

    test("cannot promise more than arrives", async () => {
      forge((answer) => {
        answer.outAmount = String(BigInt(answer.outAmount) * 2n);
      });
      expect(await prepare(page.askFor(["USDC", "BTC"]))).toMatchObject({
        state: "refused",
        problem: "moved",
      });
    });
  });
});
