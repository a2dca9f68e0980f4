/** The vault's proof, as custody publishes it. */
import "server-only";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { jsonGet, keepAliveAgent, UpstreamError } from "#lib/kernel/http/http-client.ts";
import { systemTimers } from "#lib/kernel/time/timers.ts";
import { onceOfConfig } from "#lib/platform/config/config.ts";
import type { VaultConfig } from "#lib/platform/config/vault-config.ts";
import type { VaultTerms } from "#lib/protocol/wire/chain.ts";
import { VaultProof } from "#lib/protocol/wire/vault.ts";
import { type Cached, CachedRead } from "#lib/trading/market-data/cached-read.ts";
import { requireVault } from "./vault-chain.ts";

const FRESH_MS = 2_000;
const TIMEOUT_MS = 3_000;
const MAX_ANSWER_BYTES = 64_000;

const proofs = onceOfConfig(({ chain }) => {
  const read = chain?.vault && proofReader(chain.vault);
  return read && new CachedRead({ timers: systemTimers, freshMs: FRESH_MS, read });
});

/**
 * The last proof that was read; `read_at` is its age.
 * @throws TRANSFERS_NOT_AVAILABLE, MARKET_DATA_UNAVAILABLE while custody does not answer and never has
 */
export async function vaultProof(): Promise<Cached<VaultProof>> {
  const read = proofs();
  if (read === undefined) throw new ServiceError("TRANSFERS_NOT_AVAILABLE");
  return read.get();
}

function proofReader({ custodyUrl }: VaultConfig): () => Promise<VaultProof> {
  const agent = keepAliveAgent(custodyUrl);
  const url = `${custodyUrl}/v1/vault`;
  return async () => {
    const terms = await requireVault();
    const { value } = await jsonGet(url, {
      agent,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
      peer: "custody",
    });
    const parsed = VaultProof.safeParse(value);
    if (!parsed.success || !isOf(terms, parsed.data))
      throw new UpstreamError("unexpected", `${url}: no proof of the configured vault`);
    return parsed.data;
  };
}

/** A proof of another vault proves nothing about the one that deposits go to. */
function isOf(terms: VaultTerms, proof: VaultProof): boolean {
  return (
    proof.network === terms.network &&
    proof.mint === terms.mint &&
    proof.authority === terms.authority &&
    proof.vault_address === terms.address
  );
}
