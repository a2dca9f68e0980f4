import { describe, expect, test } from "vitest";
import { ASSOCIATED_TOKEN_PROGRAM, JUPITER_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { planImpactBps } from "#lib/protocol/swaps/plan/price-impact.ts";
import { estimatedImpacts, readJupiterQuote, routeAddress } from "./jupiter-quote.ts";

const PAYER = "7iNJ7CLNT8UBPANxkkrsURjzaktbomCVa93N1sKcVo9C";
const OTHER = "JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN";
const question = {
  mintIn: TOKENS.USDC.mint,
  mintOut: TOKENS.BTC.mint,
  amountIn: 1_000_000n,
  slippageBps: 50,
  payer: PAYER,
};

const step = (inputMint: string, outputMint: string, label: string) => ({
  swapInfo: { ammKey: OTHER, label, inputMint, outputMint, inAmount: "1", outAmount: "1" },
  percent: 100,
  bps: 10_000,
});
const opening = (mint: string, data = "AQ==") => ({
  programId: ASSOCIATED_TOKEN_PROGRAM,
  accounts: [PAYER, OTHER, PAYER, mint].map((pubkey) => ({ pubkey })),
  data,
});
const [USDC, BTC, SOL, ETH] = [question.mintIn, question.mintOut, TOKENS.SOL.mint, TOKENS.ETH.mint];

const answer = {
  inputMint: USDC,
  outputMint: BTC,
  inAmount: "1000000",
  outAmount: "1555",
  priceImpactPct: "0.00121",
  routePlan: [step(USDC, BTC, "Whirlpool")],
  setupInstructions: [opening(BTC)],
  swapInstruction: {
    programId: JUPITER_PROGRAM,
    accounts: [
      { pubkey: PAYER, isSigner: true, isWritable: false },
      { pubkey: OTHER, isSigner: false, isWritable: true },
    ],
    data: "u2T6zDHErxQ=",
  },
  cleanupInstruction: null,
  otherInstructions: [],
  addressesByLookupTableAddress: { [OTHER]: [PAYER] },
};

const read = (change: object) => readJupiterQuote({ ...answer, ...change }, question);
const quoteOf = (change: object) => {
  const result = read(change);
  if (!result.ok) throw new Error(result.reason);
  return result.quote;
};

test("the question has the form of Jupiter's Swap API v2", () => {
  const url = new URL(routeAddress("https://routes.example", question));
  expect(url.origin + url.pathname).toBe("https://routes.example/swap/v2/build");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    inputMint: USDC,
    outputMint: BTC,
    amount: "1000000",
    taker: PAYER,
    slippageBps: "50",
    maxAccounts: "40",
  });
});

test("reads the instruction, the tables and the figures of an answer", () => {
  expect(quoteOf({})).toEqual({
    out: 1_555n,
    hops: [{ mintOut: BTC, venue: "jupiter:Whirlpool" }],
    impactBps: 13,
    instruction: {
      accounts: [
        { address: PAYER, isSigner: true, isWritable: false },
        { address: OTHER, isSigner: false, isWritable: true },
      ],
      data: Uint8Array.of(0xbb, 0x64, 0xfa, 0xcc, 0x31, 0xc4, 0xaf, 0x14),
    },
    between: [],
    tables: [OTHER],
  });
  expect(quoteOf({ addressesByLookupTableAddress: null }).tables).toEqual([]);
});

describe("hops", () => {
  const hops = (...routePlan: object[]) =>
    quoteOf({ routePlan }).hops.map(({ mintOut, venue }) => [mintOut, venue]);

  test("follow each other, and a split between two tokens is one hop", () => {
    expect(
      hops(
        step(USDC, SOL, "Whirlpool"),
        step(USDC, SOL, "Meteora DLMM"),
        step(USDC, SOL, "Whirlpool"),
        step(SOL, BTC, "Raydium"),
      ),
    ).toEqual([
      [SOL, "jupiter:Whirlpool+Meteora DLMM"],
      [BTC, "jupiter:Raydium"],
    ]);
  });

  test("count as one when the route has branches or more than three hops", () => {
    const branched = [step(USDC, BTC, "A"), step(USDC, SOL, "B"), step(SOL, BTC, "C")];
    expect(hops(...branched)).toEqual([[BTC, "jupiter:A+B+C"]]);
    const long = [step(USDC, SOL, "A"), step(SOL, ETH, "B"), step(ETH, OTHER, "C")];
    expect(hops(...long, step(OTHER, BTC, "D"))).toEqual([[BTC, "jupiter:A+B+C+D"]]);
    expect(hops(step(USDC, SOL, "A"), step(SOL, USDC, "B"), step(USDC, BTC, "C"))).toHaveLength(1);
  });

  test("have names of plain letters", () => {
    const label = "Pump.fun\u0000 \u202e(V2)\ud800<b>";
    expect(hops(step(USDC, BTC, label))).toEqual([[BTC, "jupiter:Pump.fun (V2)b"]]);
  });

  test("have names that fit into a plan", () => {
    const labels = ["A".repeat(40), "B".repeat(40)].map((label) => step(USDC, BTC, label));
    expect(hops(...labels)[0]?.[1]).toHaveLength("jupiter:".length + 48);
  });
});

test("tokens on the way are those for which the answer opens accounts", () => {
  const setupInstructions = [
    opening(SOL),
    opening(BTC),
    { programId: OTHER, accounts: [], data: "AQ==" },
    opening(ETH, "AA=="),
  ];
  expect(quoteOf({ setupInstructions }).between).toEqual([SOL]);
});

test.each([
  ["another input", { inputMint: SOL }, "answers another question"],
  ["another output", { outputMint: SOL }, "answers another question"],
  ["another amount", { inAmount: "1000001" }, "answers another question"],
  ["no output", { outAmount: "0" }, "outAmount is no amount"],
  ["no route", { routePlan: [] }, "names no route"],
  [
    "another program",
    { swapInstruction: { ...answer.swapInstruction, programId: OTHER } },
    "another program",
  ],
  [
    "another signer",
    {
      swapInstruction: { ...answer.swapInstruction, accounts: [{ pubkey: OTHER, isSigner: true }] },
    },
    "another signature",
  ],
  ["further instructions", { otherInstructions: [{}] }, "further instructions"],
  ["no instruction", { swapInstruction: undefined }, "it has no programId"],
  [
    "too many tokens on the way",
    { setupInstructions: ["a", "b", "c", "d", "e"].map((mint) => opening(mint)) },
    "too many tokens",
  ],
  [
    "too many accounts",
    {
      swapInstruction: { ...answer.swapInstruction, accounts: Array(129).fill({ pubkey: OTHER }) },
    },
    "too many accounts",
  ],
  ["data that is no base64", { swapInstruction: { ...answer.swapInstruction, data: "%" } }, ""],
  ["tables that are none", { addressesByLookupTableAddress: "x" }, "lookup tables cannot be read"],
])("an answer with %s is refused", (_, change, reason) => {
  const result = read(change);
  if (result.ok) throw new Error("it was taken");
  expect(result.reason).toContain(reason);
});

describe("the impact of a route", () => {
  const hops = (count: number) => ({ hops: Array(count).fill({ mintOut: BTC, venue: "" }) });
  const total = (parts: readonly number[]) =>
    planImpactBps({ route: parts.map((impact_bps) => ({ venue: "", impact_bps })) });

  test("is the larger of the source's figure and the loss against the marks", () => {
    expect(estimatedImpacts({ impactBps: 13, ...hops(1) }, 40)).toEqual([40]);
    expect(estimatedImpacts({ impactBps: 40, ...hops(1) }, -13)).toEqual([40]);
    expect(estimatedImpacts({ impactBps: undefined, ...hops(1) }, -13)).toEqual([0]);
  });

  test("counts as more than 1 % where no mark checks it", () => {
    for (const impactBps of [undefined, 0, 50])
      expect(total(estimatedImpacts({ impactBps, ...hops(1) }, undefined))).toBe(101);
    expect(total(estimatedImpacts({ impactBps: 250, ...hops(1) }, undefined))).toBe(250);
    for (const priceImpactPct of [undefined, null, "", "much", 0.01])
      expect(quoteOf({ priceImpactPct }).impactBps).toBe(undefined);
  });

  test("is divided among the hops, and their product is at least as large", () => {
    for (const count of [1, 2, 3])
      for (let bps = 0; bps <= 10_000; bps += 37) {
        const parts = estimatedImpacts({ impactBps: bps, ...hops(count) }, 0);
        expect(parts).toHaveLength(count);
        expect(total(parts)).toBeGreaterThanOrEqual(bps);
        expect(Math.max(...parts)).toBeLessThanOrEqual(10_000);
        if (bps < 3_000) expect(total(parts)).toBeLessThanOrEqual(bps + 3);
      }
  });
});
