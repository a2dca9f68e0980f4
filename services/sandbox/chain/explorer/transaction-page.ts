/** A transaction as an explorer shows it. */
import type { ServerResponse } from "node:http";
import { isSignature } from "#lib/protocol/solana.ts";
import type {
  ChainReader,
  ChainStatus,
  ChainTransaction,
} from "#services/sandbox/chain/archive/chain-reader.ts";
import { escapeHtml, sendPage } from "#services/sandbox/site/html.ts";
import { describeInstruction, tokenAccountsOf } from "./describe-instruction.ts";
import {
  addressLink,
  amountHtml,
  BACK,
  card,
  factsHtml,
  LABEL,
  shortened,
  shortLink,
  solHtml,
  TITLE,
  timeHtml,
} from "./parts.ts";

const REFRESH_SECONDS = 2;
const ARCHIVED =
  '<p class="tag">Archived payment — no block of this chain has it, and it moved no balance</p>';
const STEPS = ["processed", "confirmed", "finalized"] as const;

/** @param isArchived of a payment that no block of the chain has */
export async function transactionPage(
  response: ServerResponse,
  {
    signature,
    reader,
    isArchived,
  }: { signature: string; reader: ChainReader; isArchived: boolean },
): Promise<void> {
  if (!isSignature(signature)) return unknownPage(response, signature);
  // The transaction first: between the two questions it can only become more certain.
  const found = await reader.transaction(signature);
  const status = await reader.status(signature);
  if (status === null) return unknownPage(response, signature);
  const isFinal = status.confirmationStatus === "finalized" && found !== null;
  const body = `<main>${BACK}<article class="card">${LABEL}${isArchived ? ARCHIVED : ""}
<h1>${(found?.meta.err ?? status.err) ? "Failed transaction" : "Transaction"}</h1>
${progress(status)}
${factsHtml([["Signature", `<bdi>${escapeHtml(signature)}</bdi>`], ...facts(status, found)])}</article>
${found === null ? "" : details(found)}</main>`;
  sendPage(response, 200, {
    title: `${shortened(signature)} – ${TITLE}`,
    body,
    ...(!isFinal && { refreshSeconds: REFRESH_SECONDS }),
  });
}

function unknownPage(response: ServerResponse, signature: string): void {
  const mayArrive = isSignature(signature);
  const body = `<main>${BACK}<div class="card">${LABEL}<h1>This chain has no such transaction</h1>
<p>${mayArrive ? "It has not arrived yet, was never valid, or belongs to another chain." : "This is not the signature of a transaction."}</p></div></main>`;
  sendPage(response, 404, {
    title: TITLE,
    body,
    ...(mayArrive && { refreshSeconds: REFRESH_SECONDS }),
  });
}

function progress({ confirmationStatus }: ChainStatus): string {
  const reached = STEPS.indexOf(confirmationStatus);
  const steps = STEPS.map((step, index) => {
    const current = index === reached ? ' aria-current="step"' : "";
    return `<li${current}>${index <= reached ? "✓" : "…"} ${step}</li>`;
  });
  return `<ol class="chips">${steps.join("")}</ol>`;
}

function facts(status: ChainStatus, found: ChainTransaction | null): [string, string][] {
  const error = found?.meta.err ?? status.err ?? null;
  const rows: [string, string][] = [
    [
      "Result",
      error === null
        ? "success"
        : `<span class="bad">failed: ${escapeHtml(JSON.stringify(error))}</span>`,
    ],
    ["Commitment", status.confirmationStatus],
    ["Slot", String(status.slot)],
  ];
  if (found === null) return rows;
  const { meta, transaction, blockTime } = found;
  const signers = transaction.message.accountKeys.filter(({ signer }) => signer);
  if (typeof blockTime === "number") rows.push(["Time", timeHtml(blockTime)]);
  rows.push(["Signed by", signers.map(({ pubkey }) => addressLink(pubkey)).join("<br>")]);
  rows.push(["Network fee", solHtml(BigInt(meta.fee))]);
  if (meta.computeUnitsConsumed !== undefined) {
    rows.push(["Compute units", String(meta.computeUnitsConsumed)]);
  }
  return rows;
}

function details(found: ChainTransaction): string {
  const changes = balanceChanges(found);
  const logs = found.meta.logMessages ?? [];
  return [
    card(`<h2>What it does</h2><ol>${instructions(found)}</ol>`),
    changes.length === 0 ? "" : card(`<h2>Balances that changed</h2><ul>${changes.join("")}</ul>`),
    logs.length === 0
      ? ""
      : card(`<details><summary>Logs of the programs (${logs.length} lines)</summary>
<pre>${escapeHtml(logs.join("\n"))}</pre></details>`),
  ].join("\n");
}

function instructions(found: ChainTransaction): string {
  const tokens = tokenAccountsOf(found);
  return found.transaction.message.instructions
    .map((one, index) => {
      const called = found.meta.innerInstructions?.find((inner) => inner.index === index);
      const inner = (called?.instructions ?? []).map(
        (step) => `<li>${describeInstruction(step, tokens)}</li>`,
      );
      const nested = inner.length === 0 ? "" : `<ul>${inner.join("")}</ul>`;
      return `<li>${describeInstruction(one, tokens)}${nested}</li>`;
    })
    .join("");
}

/** Token accounts whose amount is another one than before, each as an item of a list. */
function balanceChanges({ meta, transaction }: ChainTransaction): string[] {
  const before = meta.preTokenBalances ?? [];
  const after = meta.postTokenBalances ?? [];
  const indexes = new Set([...before, ...after].map(({ accountIndex }) => accountIndex));
  return [...indexes].flatMap((index) => {
    const had = before.find(({ accountIndex }) => accountIndex === index);
    const has = after.find(({ accountIndex }) => accountIndex === index);
    const known = has ?? had;
    const change = BigInt(has?.uiTokenAmount.amount ?? 0) - BigInt(had?.uiTokenAmount.amount ?? 0);
    if (known === undefined || change === 0n) return [];
    const { mint, uiTokenAmount } = known;
    const owner = known.owner ?? transaction.message.accountKeys[index]?.pubkey ?? "";
    const size = amountHtml(change < 0n ? -change : change, uiTokenAmount.decimals, mint);
    return [`<li>${change < 0n ? "−" : "+"}${size}: ${shortLink(owner)}</li>`];
  });
}
