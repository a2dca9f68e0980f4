import type { Metadata } from "next";
import { requestLocale } from "#components/i18n/request-locale.ts";
import { requestPageText } from "#components/messages/request-text.ts";
import { VaultPage, type VaultView } from "#components/vault/vault-page.tsx";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { config } from "#lib/platform/config/config.ts";
import { explorerUrl } from "#lib/protocol/solana/explorer.ts";
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
    const [terms, { value: proof }] = await Promise.all([requireVault(), vaultProof()]);
    const { network, address, authority, sandbox_url: sandbox } = terms;
    const links = {
      vault: explorerUrl({ network, address }, sandbox),
      authority: explorerUrl({ network, address: authority }, sandbox),
    };
    return { state: "proof", proof, links, baseUrl: config().baseUrl, now: Date.now() };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { state: error.code === "TRANSFERS_NOT_AVAILABLE" ? "none" : "unread" };
  }
}
