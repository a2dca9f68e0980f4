/**
 * Asks for a route in the form of Jupiter's Swap API v2 (`GET /swap/v2/build`), and reads its
 * answer. It uses the swap instruction and the addresses of lookup tables; we write the rest of the
 * transaction.
 */
import { listAt, textAt, valueAt } from "#lib/protocol/answer-fields.ts";
import { ASSOCIATED_TOKEN_PROGRAM, JUPITER_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { MAX_HOPS } from "#lib/protocol/swaps/assets.ts";
import { FLAGGED_IMPACT_BPS, planImpactBps } from "#lib/protocol/swaps/plan/price-impact.ts";
import { venueOfJupiter } from "#lib/protocol/swaps/plan/swap-plan.ts";
import { MAX_BETWEEN } from "./routed-swap.ts";

/** The most accounts of a route, because a packet also holds our own instructions. */
const MAX_ACCOUNTS = 40;
/** A transaction can lock this many accounts. An instruction may name an account several times. */
const MAX_NAMED = 128;
const BPS = 10_000;

/** Mints are base58, the amount in base units. */
export type RouteQuestion = {
  mintIn: string;
  mintOut: string;
  amountIn: bigint;
  slippageBps: number;
  /** Base58 wallet. */
  payer: string;
};

/** Addresses are base58. */
export type RouteInstruction = {
  accounts: readonly { address: string; isSigner: boolean; isWritable: boolean }[];
  data: Uint8Array;
};

export type JupiterQuote = {
  /** What the route would give, in base units. */
  out: bigint;
  /** In order. A hop may be split among markets. */
  hops: readonly { mintOut: string; venue: string }[];
  /** The impact by the answer's own figure, in basis points; undefined when it gives none. */
  impactBps: number | undefined;
  instruction: RouteInstruction;
  /** Mints of the wallet's associated accounts that the route passes between. */
  between: readonly string[];
  /** Addresses of lookup tables. */
  tables: readonly string[];
};

export type ReadJupiterQuote =
  | { ok: true; quote: JupiterQuote }
  /** A technical reason, in English. */
  | { ok: false; reason: string };

/** @param routesUrl `routes_url` of the terms */
export function routeAddress(routesUrl: string, question: RouteQuestion): string {
  const query = new URLSearchParams({
    inputMint: question.mintIn,
    outputMint: question.mintOut,
    amount: String(question.amountIn),
    taker: question.payer,
    slippageBps: String(question.slippageBps),
    maxAccounts: String(MAX_ACCOUNTS),
  });
  return `${routesUrl}/swap/v2/build?${query}`;
}

/** @param answer parsed from JSON */
export function readJupiterQuote(answer: unknown, question: RouteQuestion): ReadJupiterQuote {
  try {
    return { ok: true, quote: quoteOf(answer, question) };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : "it cannot be read" };
  }
}

function quoteOf(answer: unknown, question: RouteQuestion): JupiterQuote {
  const { mintIn, mintOut, amountIn, payer } = question;
  const answersQuestion =
    textAt(answer, "inputMint") === mintIn &&
    textAt(answer, "outputMint") === mintOut &&
    textAt(answer, "inAmount") === String(amountIn);
  if (!answersQuestion) throw new Error("it answers another question");
  if (listAt(answer, "otherInstructions").length > 0)
    throw new Error("its route needs further instructions");
  const instruction = instructionOf(valueAt(answer, "swapInstruction"));
  if (instruction.accounts.some(({ address, isSigner }) => isSigner && address !== payer))
    throw new Error("its route needs another signature");
  return {
    out: unitsAt(answer, "outAmount"),
    hops: hopsOf(listAt(answer, "routePlan"), question),
    impactBps: impactOf(valueAt(answer, "priceImpactPct")),
    instruction,
    between: passedBy(listAt(answer, "setupInstructions"), question),
    tables: tablesOf(answer),
  };
}

function instructionOf(value: unknown): RouteInstruction {
  if (textAt(value, "programId") !== JUPITER_PROGRAM)
    throw new Error("its route is one of another program");
  const named = listAt(value, "accounts");
  if (named.length > MAX_NAMED) throw new Error("its route names too many accounts");
  const accounts = named.map((one) => ({
    address: textAt(one, "pubkey"),
    isSigner: valueAt(one, "isSigner") === true,
    isWritable: valueAt(one, "isWritable") === true,
  }));
  const data = Uint8Array.from(atob(textAt(value, "data")), (letter) => letter.charCodeAt(0));
  return { accounts, data };
}

/**
 * A split between the same two tokens counts as one hop; a route with branches counts as one hop in
 * all.
 */
function hopsOf(
  plan: readonly unknown[],
  { mintIn, mintOut }: RouteQuestion,
): JupiterQuote["hops"] {
  const steps = plan.map((step) => ({
    from: textAt(step, "swapInfo", "inputMint"),
    mintOut: textAt(step, "swapInfo", "outputMint"),
    label: textAt(step, "swapInfo", "label"),
  }));
  const hops: { mintOut: string; venue: string }[] = [];
  for (let at = mintIn; at !== mintOut && hops.length < MAX_HOPS; ) {
    const splits = steps.filter(({ from }) => from === at);
    const [first] = splits;
    if (first === undefined || splits.some((one) => one.mintOut !== first.mintOut)) break;
    at = first.mintOut;
    hops.push({ mintOut: at, venue: venueOf(splits) });
  }
  if (steps.length === 0) throw new Error("it names no route");
  const passed = new Set([mintIn, ...hops.map((hop) => hop.mintOut)]);
  const isWhole = passed.has(mintOut) && steps.every(({ from }) => passed.has(from));
  return isWhole ? hops : [{ mintOut, venue: venueOf(steps) }];
}

function venueOf(steps: readonly { label: string }[]): string {
  return venueOfJupiter([...new Set(steps.map(({ label }) => label))].join("+"));
}

const CREATE_IDEMPOTENT = 1;
const MINT_INDEX = 3;

/** Mints of the associated accounts that the setup opens for tokens on the way. */
function passedBy(setup: readonly unknown[], { mintIn, mintOut }: RouteQuestion): string[] {
  const opened = setup.flatMap((one) => {
    const isOpening =
      textAt(one, "programId") === ASSOCIATED_TOKEN_PROGRAM &&
      atob(textAt(one, "data")).charCodeAt(0) === CREATE_IDEMPOTENT;
    return isOpening ? [textAt(listAt(one, "accounts")[MINT_INDEX], "pubkey")] : [];
  });
  const passed = new Set(opened.filter((mint) => mint !== mintIn && mint !== mintOut));
  if (passed.size > MAX_BETWEEN) throw new Error("its route passes too many tokens");
  return [...passed];
}

/** An impact as a fraction in text, as basis points rounded up. A gain counts as zero. */
function impactOf(value: unknown): number | undefined {
  const fraction = typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
  if (!Number.isFinite(fraction)) return undefined;
  return Math.min(BPS, Math.max(0, Math.ceil(fraction * BPS)));
}

/**
 * The impact of a route as a plan states it: the larger of the source's own figure and the loss
 * against the marks. Without marks the figure cannot be checked, so it counts as more than 1 %. The
 * total is divided evenly among the hops, because their real parts are unknown.
 * @param loss against the marks, in basis points, negative for a gain
 */
export function estimatedImpacts(
  { impactBps = 0, hops }: Pick<JupiterQuote, "impactBps" | "hops">,
  loss: number | undefined,
): number[] {
  const total = Math.max(0, impactBps, loss ?? FLAGGED_IMPACT_BPS + 1);
  const parts = hops.map(() => Math.ceil(Math.min(total, BPS) / hops.length));
  const stated = () =>
    planImpactBps({ route: parts.map((bps) => ({ venue: "", impact_bps: bps })) });
  // The hops' impacts multiply to less than their sum, so the first one is raised until the total
  // is reached.
  while (parts[0] !== undefined && parts[0] < BPS && stated() < total) parts[0] += 1;
  return parts;
}

function unitsAt(value: unknown, name: string): bigint {
  const text = textAt(value, name);
  if (!/^[1-9]\d{0,19}$/.test(text)) throw new Error(`its ${name} is no amount`);
  return BigInt(text);
}

/** The field may be null. */
function tablesOf(answer: unknown): string[] {
  const tables = valueAt(answer, "addressesByLookupTableAddress") ?? {};
  if (typeof tables !== "object") throw new Error("its lookup tables cannot be read");
  return Object.keys(tables);
}
