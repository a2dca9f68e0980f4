/** An account as an explorer shows it: what it is, what it holds, and its latest transactions. */
import type { ServerResponse } from "node:http";
import { z } from "zod";
import { decodePublicKey, encodePublicKey } from "#lib/protocol/signing/signing.ts";
import { TOKEN_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { decodeMultisig } from "#lib/protocol/solana/vault.ts";
import { parsedHolding, shownAmount } from "#lib/protocol/wire/solana-rpc.ts";
import type { ArchivedPayment } from "#services/sandbox/chain/archive/archive.ts";
import {
  type ChainAccount,
  type ChainHolding,
  type ChainMention,
  type ChainReader,
} from "#services/sandbox/chain/archive/chain-reader.ts";
import { escapeHtml, sendPage } from "#services/sandbox/site/html.ts";
import {
  ADDRESS_PATH,
  addressLink,
  amountHtml,
  BACK,
  card,
  factsHtml,
  LABEL,
  shortened,
  solHtml,
  TITLE,
  timeHtml,
  transactionLink,
} from "./parts.ts";

const PAGE = 25;
/** A node writes the length of a memo before it. */
const MEMO_LENGTH = /^\[\d+\] /;

export type AddressView = {
  address: string;
  /** A signature: only what is older. */
  before: string | undefined;
  reader: ChainReader;
  /** Archived payments to this account, newest first. */
  archived: readonly ArchivedPayment[];
};

export async function addressPage(response: ServerResponse, view: AddressView): Promise<void> {
  const { address, before, reader, archived } = view;
  if (decodePublicKey(address) === undefined) {
    const body = `<main>${BACK}<div class="card">${LABEL}<h1>This is not an address</h1></div></main>`;
    return sendPage(response, 404, { title: TITLE, body });
  }
  const [account, holdings, mentions] = await Promise.all([
    reader.account(address),
    reader.holdings(address, TOKEN_PROGRAM),
    reader.mentions(address, PAGE + 1, before),
  ]);
  const body = `<main>${BACK}<article class="card">${LABEL}<h1>${kindOf(account)}</h1>
${factsHtml([["Address", `<bdi>${escapeHtml(address)}</bdi>`], ...facts(account)])}
${held(holdings)}</article>
${card(`<h2>Transactions</h2>${list(address, mentions)}`)}
${archived.length === 0 ? "" : card(archivedList(archived))}</main>`;
  return sendPage(response, 200, { title: `${shortened(address)} – ${TITLE}`, body });
}

const mint = z.looseObject({
  type: z.literal("mint"),
  info: z.looseObject({ supply: z.string().regex(/^\d+$/), decimals: shownAmount.shape.decimals }),
});

function kindOf(account: ChainAccount | null): string {
  if (account === null) return "Empty account";
  if (account.executable) return "Program";
  const { data } = account;
  if (Array.isArray(data)) return multisigOf(account) === undefined ? "Account" : "Multisig";
  if (parsedHolding.safeParse(data.parsed).success) return "Token account";
  return mint.safeParse(data.parsed).success ? "Token" : "Account";
}

function facts(account: ChainAccount | null): [string, string][] {
  if (account === null) return [];
  const rows: [string, string][] = [
    ["Balance", solHtml(BigInt(account.lamports))],
    ["Program", addressLink(account.owner)],
  ];
  const { data } = account;
  const multisig = multisigOf(account);
  if (multisig !== undefined) {
    const keys = multisig.signers.map((key) => addressLink(encodePublicKey(key)));
    rows.push([`${multisig.threshold} of these sign`, keys.join("<br>")]);
  }
  if (Array.isArray(data)) return rows;
  const tokens = parsedHolding.safeParse(data.parsed).data?.info;
  if (tokens !== undefined) {
    const { amount, decimals } = tokens.tokenAmount;
    rows.push(["Holds", amountHtml(BigInt(amount), decimals, tokens.mint)]);
    rows.push(["Owner", addressLink(tokens.owner)]);
    rows.push(["Token", addressLink(tokens.mint)]);
  }
  const token = mint.safeParse(data.parsed).data?.info;
  if (token !== undefined) {
    rows.push(["Supply", `${amountHtml(BigInt(token.supply), token.decimals, undefined)}`]);
  }
  return rows;
}

function multisigOf({ data, owner }: ChainAccount) {
  if (!Array.isArray(data) || owner !== TOKEN_PROGRAM) return undefined;
  return decodeMultisig(Buffer.from(data[0], "base64"));
}

function held(holdings: readonly ChainHolding[]): string {
  if (holdings.length === 0) return "";
  const items = holdings.map(({ key, mint: token, amount }) => {
    const sum = amountHtml(BigInt(amount.amount), amount.decimals, token);
    return `<li>${sum} (${addressLink(key, "token account")})</li>`;
  });
  return `<h2>Tokens</h2><ul>${items.join("")}</ul>`;
}

function list(address: string, mentions: readonly ChainMention[]): string {
  if (mentions.length === 0) return '<p class="muted">None.</p>';
  const shown = mentions.slice(0, PAGE);
  const items = shown.map(({ signature, blockTime, err, memo, confirmationStatus }) => {
    const facts = [
      typeof blockTime === "number" ? timeHtml(blockTime) : "",
      err === null ? "" : '<span class="bad">failed</span>',
      confirmationStatus === "finalized" ? "" : escapeHtml(confirmationStatus ?? ""),
      memo ? `<q>${escapeHtml(memo.replace(MEMO_LENGTH, ""))}</q>` : "",
    ];
    return `<li>${[transactionLink(signature), ...facts.filter((one) => one !== "")].join(" · ")}</li>`;
  });
  const last = shown.at(-1)?.signature ?? "";
  const older = `${ADDRESS_PATH}${encodeURIComponent(address)}?before=${encodeURIComponent(last)}`;
  const more = mentions.length > PAGE ? `<p><a class="more" href="${older}">Older</a></p>` : "";
  return `<ul>${items.join("")}</ul>${more}`;
}

function archivedList(archived: readonly ArchivedPayment[]): string {
  const items = archived.slice(0, PAGE).map(({ signature, at, fails }) => {
    const result = fails ? ' · <span class="bad">failed</span>' : "";
    return `<li>${transactionLink(signature)} · ${timeHtml(at / 1_000)}${result}</li>`;
  });
  const more =
    archived.length > PAGE ? `<p class="muted">The newest ${PAGE} of ${archived.length}.</p>` : "";
  return `<h2>Archived payments to it</h2><p class="muted">No block of this chain has them.</p>
<ul>${items.join("")}</ul>${more}`;
}
