/**
 * Prepares a swap along a route of Jupiter. It asks Jupiter again, and uses one instruction of the
 * answer.
 */
import { readBlockhash, readUsualPrice, readWholeAccounts } from "#components/chain/chain-calls.ts";
import type { Answer } from "#components/data/http.ts";
import { readMarks } from "#components/swaps/sources/read-marks.ts";
import type { SwapTerms } from "#components/swaps/sources/read-pools.ts";
import { ROUTES_BUSY, readRoute } from "#components/swaps/sources/read-routes.ts";
import { statedImpacts } from "#components/swaps/sources/route-figures.ts";
import { readLookupTable } from "#lib/protocol/solana/lookup-tables.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { buildRoutedSwap } from "#lib/protocol/swaps/jupiter/build-routed-swap.ts";
import type { JupiterQuote, RouteInstruction } from "#lib/protocol/swaps/jupiter/jupiter-quote.ts";
import { MAX_TABLES } from "#lib/protocol/swaps/jupiter/routed-swap.ts";
import type { Marks } from "#lib/protocol/swaps/plan/mark-loss.ts";
import { makeSwap, type Way } from "./make-swap.ts";
import { refusedPreparation, type SwapAsk, type SwapPreparation, unread } from "./preparation.ts";
import { lacksInput, readHoldings } from "./wallet-holdings.ts";

/** More than any route needs that fits into a packet. */
const DRAFT_UNITS = 600_000;
/** Accounts whose usual priority fees are read. */
const MAX_PRICED = 20;

export async function prepareRoutedSwap(
  terms: SwapTerms,
  ask: SwapAsk<"jupiter">,
): Promise<SwapPreparation> {
  const route = await readRoute(ask.routesUrl, ask);
  if (!route.ok)
    return route.code === ROUTES_BUSY
      ? refusedPreparation("busy")
      : refusedPreparation("jupiter", route.message);
  const quote = route.body;
  if (quote === null) return refusedPreparation("noRoute");
  const mintOut = TOKENS[ask.assetOut].mint;
  const [before, block, tables, usual, marks] = await Promise.all([
    readHoldings(ask, { mintOut, between: quote.between }),
    readBlockhash(),
    readTables(quote.tables),
    readUsualPrice(writtenBy(quote.instruction)),
    readMarks([ask.assetIn, ask.assetOut]),
  ]);
  if (!before.ok) return unread(before);
  if (!block.ok) return unread(block);
  if (!tables.ok) return unread(tables);
  if (lacksInput(ask, before.body)) return refusedPreparation("tooLittle");
  const price = usual.ok ? usual.body : 0n;
  const facts = { before: before.body, price, block: block.body };
  return makeSwap(
    terms,
    ask,
    wayOf(terms, ask, { quote, marks, tables: tables.body }),
    facts,
  ).catch(
    // The builder throws only for an answer of another form.
    (error: unknown) => refusedPreparation("jupiter", String(error)),
  );
}

type Routed = { quote: JupiterQuote; marks: Marks; tables: Way["tables"] };

function wayOf(terms: SwapTerms, ask: SwapAsk, { quote, marks, tables }: Routed): Way {
  const { out, hops, instruction, between } = quote;
  const { impacts, impact } = statedImpacts(quote, ask, marks);
  const [mintIn, mintOut] = [TOKENS[ask.assetIn].mint, TOKENS[ask.assetOut].mint];
  const swapTerms = { feeAccounts: terms.fee_accounts, reference: terms.reference };
  return {
    source: "jupiter",
    out,
    hops: hops.map(({ venue }, index) => ({ venue, impactBps: impacts[index] ?? 0 })),
    impact,
    draftUnits: DRAFT_UNITS,
    build: (order) =>
      buildRoutedSwap({ ...order, mintIn, mintOut, instruction, between, tables }, swapTerms),
    tables,
  };
}

function writtenBy({ accounts }: RouteInstruction): string[] {
  const written = accounts.filter(({ isWritable }) => isWritable);
  return [...new Set(written.map(({ address }) => address))].slice(0, MAX_PRICED);
}

/**
 * The tables are read from the chain, because the answer's own lists could put any account at any
 * index.
 */
async function readTables(keys: readonly string[]): Promise<Answer<Way["tables"]>> {
  const requested = keys.slice(0, MAX_TABLES);
  const answer = await readWholeAccounts(requested);
  if (!answer.ok) return answer;
  const tables = requested.flatMap((key, index) => {
    const addresses = readLookupTable(answer.body[index]?.data ?? new Uint8Array());
    return addresses === undefined ? [] : [[key, addresses] as const];
  });
  return { ...answer, body: Object.fromEntries(tables) };
}
