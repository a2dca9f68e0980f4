/** A payment as an explorer shows it. */
import type { ServerResponse } from "node:http";
import { formatFixed } from "#lib/protocol/decimal.ts";
import { USDC_DECIMALS, USDC_MINT } from "#lib/protocol/solana/networks.ts";
import { escapeHtml, sendPage } from "#services/sandbox/html.ts";
import type { Seen } from "./simulated-chain.ts";
import { TREASURY } from "./transaction-answer.ts";

const LABEL = '<p class="tag">Simulated chain — no money was moved</p>';
const TITLE = "Simulated chain";
const REFRESH_SECONDS = 2;

export function paymentPage(response: ServerResponse, seen: Seen | undefined): void {
  if (!seen) {
    const body = `<main><div class="card">${LABEL}<h1>This chain has no such payment</h1>
<p>The signature was mistyped, or belongs to another chain.</p></div></main>`;
    return sendPage(response, 404, { title: TITLE, body });
  }
  const { payment, commitment } = seen;
  const isFinal = commitment === "finalized";
  const amount = formatFixed(payment.units, USDC_DECIMALS);
  const unit = payment.mint === USDC_MINT ? "USDC" : "of another token";
  const body = `<main><article class="card">${LABEL}
<h1>${payment.fails ? "Failed payment of" : "Payment of"} ${amount} ${unit}</h1>
${payment.fails ? '<p class="bad">The treasury had too little: nothing arrived.</p>' : ""}
<dl>${facts(seen).join("\n")}</dl></article></main>`;
  sendPage(response, 200, {
    title: `${amount} ${unit} – ${TITLE}`,
    body,
    ...(!isFinal && { refreshSeconds: REFRESH_SECONDS }),
  });
}

function facts({ payment, commitment }: Seen): string[] {
  const time = new Date(payment.at).toISOString();
  const rows = {
    Result: payment.fails ? "failed" : "success",
    Commitment: commitment,
    Signature: payment.signature,
    Recipient: payment.recipient,
    From: TREASURY,
    Mint: payment.mint,
    Slot: String(payment.slot),
  };
  return [
    ...Object.entries(rows).map(([name, text]) => `<dt>${name}</dt><dd>${escapeHtml(text)}</dd>`),
    `<dt>Time</dt><dd><time datetime="${time}">${time.slice(0, 19).replace("T", " ")} UTC</time></dd>`,
  ];
}
