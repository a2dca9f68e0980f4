/** Where a visit to the explorer begins: a search, and the accounts that everything on the chain is about. */
import type { ServerResponse } from "node:http";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { POOL_PROGRAM } from "#lib/protocol/solana/pools.ts";
import { JUPITER_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { isSignature } from "#lib/protocol/solana.ts";
import type { ChainReader } from "#services/sandbox/chain/archive/chain-reader.ts";
import { escapeHtml, sendPage } from "#services/sandbox/site/html.ts";
import {
  ADDRESS_PATH,
  addressLink,
  card,
  factsHtml,
  LABEL,
  TITLE,
  TRANSACTION_PATH,
} from "./parts.ts";

const LONGEST_SHOWN = 100;

export type StartView = {
  reader: ChainReader;
  /** Accounts of simulated parties by their names. */
  parties: readonly (readonly [string, string])[];
  /** What was searched and is nothing that a chain can have. */
  notFound: string | undefined;
};

/** The page of an address or a signature; undefined for anything else. */
export function pathOfSearch(text: string): string | undefined {
  const wanted = text.trim();
  if (isSignature(wanted)) return `${TRANSACTION_PATH}${wanted}`;
  return decodePublicKey(wanted) === undefined ? undefined : `${ADDRESS_PATH}${wanted}`;
}

export async function startPage(
  response: ServerResponse,
  { reader, parties, notFound }: StartView,
): Promise<void> {
  const [slot, finalized] = await Promise.all([reader.slot("processed"), reader.slot("finalized")]);
  const tokens = Object.values(TOKENS).map(
    ({ symbol, mint }) => [symbol, addressLink(mint)] as const,
  );
  const body = `<main><header class="card">${LABEL}<h1>Explorer</h1>
<form class="filter" method="get" action="/solana"><label>Signature or address
<input name="q" autocapitalize="none" autocomplete="off" spellcheck="false"></label><button>Show</button></form>
${notFound === undefined ? "" : `<p class="bad"><bdi>${escapeHtml(notFound.slice(0, LONGEST_SHOWN))}</bdi> is neither.</p>`}
${factsHtml([
  ["Slot", String(slot)],
  ["Finalized", String(finalized)],
])}</header>
${card(`<h2>Tokens</h2>${factsHtml(tokens)}`)}
${card(`<h2>Accounts</h2>${factsHtml([...parties.map(([name, key]) => [name, addressLink(key)] as const), ["Pool program", addressLink(POOL_PROGRAM)], ["Simulated aggregator", addressLink(JUPITER_PROGRAM)]])}`)}</main>`;
  sendPage(response, notFound === undefined ? 200 : 404, { title: TITLE, body });
}
