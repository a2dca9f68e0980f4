/** Markup that the explorer's pages share. */
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { NATIVE_MINT, TOKENS } from "#lib/protocol/solana/tokens.ts";
import { escapeHtml } from "#services/sandbox/site/html.ts";

export const TITLE = "Simulated chain";
/** Leads to the search. */
export const BACK = '<p><a class="more" href="/solana">Explorer of the simulated chain</a></p>';
export const LABEL = '<p class="tag">Simulated chain — nothing here has a value</p>';
/** Below it are the pages of accounts; an address follows. */
export const ADDRESS_PATH = "/solana/address/";
/** A signature follows. */
export const TRANSACTION_PATH = "/solana/tx/";

const SHOWN_CHARACTERS = 8;
const LAMPORT_DECIMALS = 9;

/** A link to an account. @param label instead of the whole address */
export function addressLink(key: string, label = key): string {
  const shown = label === key ? `<bdi>${escapeHtml(key)}</bdi>` : escapeHtml(label);
  return `<a href="${ADDRESS_PATH}${encodeURIComponent(key)}">${shown}</a>`;
}

/** The same for a sentence, which whole addresses would make hard to read. */
export function shortLink(key: string): string {
  return addressLink(key, shortened(key));
}

export function transactionLink(signature: string): string {
  const path = `${TRANSACTION_PATH}${encodeURIComponent(signature)}`;
  return `<a href="${path}"><bdi>${escapeHtml(shortened(signature))}</bdi></a>`;
}

export function shortened(text: string): string {
  if (text.length <= 2 * SHOWN_CHARACTERS) return text;
  return `${text.slice(0, SHOWN_CHARACTERS)}…${text.slice(-SHOWN_CHARACTERS)}`;
}

export function symbolOf(mint: string): string | undefined {
  if (mint === NATIVE_MINT) return "wrapped SOL";
  return Object.values(TOKENS).find((token) => token.mint === mint)?.symbol;
}

/** For example `12.5 USDC`, with a link to a mint that has no name here. @param mint undefined when it is unknown */
export function amountHtml(units: bigint, decimals: number, mint: string | undefined): string {
  const text = escapeHtml(formatDecimal(units, decimals));
  if (mint === undefined) return `${text} base units of a token`;
  const symbol = symbolOf(mint);
  return symbol === undefined ? `${text} of the token ${addressLink(mint)}` : `${text} ${symbol}`;
}

export function solHtml(lamports: bigint): string {
  return `${formatDecimal(lamports, LAMPORT_DECIMALS)} SOL`;
}

/** @param seconds Unix */
export function timeHtml(seconds: number): string {
  const time = new Date(seconds * 1_000).toISOString();
  return `<time datetime="${time}">${time.slice(0, 19).replace("T", " ")} UTC</time>`;
}

/** @param facts names, and markup */
export function factsHtml(facts: readonly (readonly [string, string])[]): string {
  return `<dl>${facts.map(([name, html]) => `<dt>${name}</dt><dd>${html}</dd>`).join("\n")}</dl>`;
}

export function card(html: string): string {
  return `<section class="card">${html}</section>`;
}
