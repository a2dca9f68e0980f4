/** Pages of the simulated checkout. No page has a field: nothing about a card is asked. */
import type { ServerResponse } from "node:http";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { FIAT_DECIMALS } from "#lib/protocol/onramp.ts";
import { USDC_DECIMALS } from "#lib/protocol/solana.ts";
import { escapeHtml, sendPage } from "#services/sandbox/site/html.ts";
import type { CheckoutOrder, Quote } from "./checkout-order.ts";

const LABEL =
  '<p class="tag">Simulated checkout — no card is charged, and the USDC has no value</p>';
const TITLE = "Simulated checkout";

type Order = { order: CheckoutOrder; quote: Quote };

/** @param path with the signed query, to which the choice is posted */
export function orderPage(response: ServerResponse, { order, quote }: Order, path: string): void {
  const action = escapeHtml(path);
  const body = `<main class="narrow"><div class="card">${LABEL}
<h1>Buy USDC</h1>${facts(order, quote)}
<p class="muted">A real provider would check who you are and ask for your card here. This one does neither.</p>
<form method="post" action="${action}"><div class="row">
<button name="choice" value="pay">Pay with a simulated card</button>
<button name="choice" value="decline" class="quiet">Decline</button>
<button name="choice" value="refund" class="quiet">Pay, then refund</button>
</div></form></div></main>`;
  const formTargets = [new URL(order.redirectURL).origin];
  sendPage(response, 200, { title: TITLE, body, formTargets });
}

/** For an address that was paid before: nothing is paid twice. */
export function paidPage(response: ServerResponse, returnUrl: string): void {
  const body = `<main class="narrow"><div class="card">${LABEL}
<h1>This purchase was paid</h1><p>It is not paid again.</p>
<p><a class="more" href="${escapeHtml(returnUrl)}">Back to the service</a></p></div></main>`;
  sendPage(response, 200, { title: TITLE, body });
}

export function wrongAddressPage(response: ServerResponse, status: number): void {
  const body = `<main class="narrow"><div class="card">${LABEL}
<h1 class="bad">This address is not valid</h1>
<p>Its signature is not that of the service, or it was changed. Nothing was paid. Begin again at the service.</p></div></main>`;
  sendPage(response, status, { title: TITLE, body });
}

export function fullPage(response: ServerResponse): void {
  const body = `<main class="narrow"><div class="card">${LABEL}
<h1 class="bad">There is no room for another purchase</h1>
<p>This simulated checkout keeps what it has sold, and its folder is full. Nothing was paid.</p></div></main>`;
  sendPage(response, 503, { title: TITLE, body });
}

function facts(order: CheckoutOrder, { cents, feeCents, units }: Quote): string {
  const currency = order.baseCurrencyCode.toUpperCase();
  const money = (amount: bigint) => `${formatDecimal(amount, FIAT_DECIMALS)} ${currency}`;
  const rows = [
    ["You pay", money(cents)],
    ["Of it, simulated fee", money(feeCents)],
    ["You get", `${formatDecimal(units, USDC_DECIMALS)} USDC (simulated)`],
    ["To the wallet", order.walletAddress],
  ];
  return `<dl>${rows.map(([name, value]) => `<dt>${name}</dt><dd><bdi>${escapeHtml(value ?? "")}</bdi></dd>`).join("")}</dl>`;
}
