import type { Metadata } from "next";
import { headers } from "next/headers";
import { requestLocale } from "#components/i18n/request-locale.ts";
import { requestPageText } from "#components/messages/request-text.ts";
import type { OwnLeaf, ReservesView } from "#components/vault/reserves.tsx";
import { VaultPage, type VaultView } from "#components/vault/vault-page.tsx";
import { readSession } from "#lib/identity/sessions/session.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { config } from "#lib/platform/config/config.ts";
import { explorerUrl } from "#lib/protocol/solana/explorer.ts";
import { leafFileName, publishedReserves, readLeaf } from "#lib/trading/transfers/read-reserves.ts";
import { vaultProof } from "#lib/trading/transfers/read-vault-proof.ts";
import { requireVault } from "#lib/trading/transfers/vault-chain.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestPageText("vault"))("title") };
}

/** Public: what the vault holds and owes. */
export default async function Page() {
  const [view, text, locale] = await Promise.all([
    viewOfVault(),
    requestPageText("vault"),
    requestLocale(),
  ]);
  return <VaultPage view={view} text={text} locale={locale} />;
}

async function viewOfVault(): Promise<VaultView> {
  try {
    const [terms, { value: proof }, reserves] = await Promise.all([
      requireVault(),
      vaultProof(),
      viewOfReserves(),
    ]);
    const { network, address, authority, sandbox_url: sandbox } = terms;
    const links = {
      vault: explorerUrl({ network, address }, sandbox),
      authority: explorerUrl({ network, address: authority }, sandbox),
    };
    return { state: "proof", proof, reserves, links, baseUrl: config().baseUrl, now: Date.now() };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { state: error.code === "TRANSFERS_NOT_AVAILABLE" ? "none" : "unread" };
  }
}

async function viewOfReserves(): Promise<ReservesView> {
  try {
    const [{ value: published }, own, terms] = await Promise.all([
      publishedReserves(),
      ownLeaf(),
      requireVault(),
    ]);
    const { network, tx_hash: signature } = published.anchor;
    const anchorLink = explorerUrl({ network, signature }, terms.sandbox_url);
    // A proof may have been published between the two reads: leaf and proof are shown from one.
    const shown = own.state === "read" ? own.claim : published;
    return { state: "proof", published: shown, anchorLink, own };
  } catch (error) {
    if (error instanceof ServiceError) return { state: "none" };
    throw error;
  }
}

async function ownLeaf(): Promise<OwnLeaf> {
  const session = await headers().then(readSession);
  if (session?.account === undefined) return { state: "signedOut" };
  const { account } = session;
  try {
    const claim = await readLeaf({ actor: { ...session, account }, now: Date.now() });
    return { state: "read", claim, fileName: leafFileName(account, claim.proof.height) };
  } catch (error) {
    if (error instanceof ServiceError) return { state: "unread" };
    throw error;
  }
}
