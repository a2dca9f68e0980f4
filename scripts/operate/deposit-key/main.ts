/**
 * `npm run vault:deposit-key`: asks the three signers of the vault for the public halves of their shares, and prints the value of
 * VAULT_DEPOSIT_KEY. A signer that gave a false one is found, because three shares lie on one line.
 */
import { encodeDepositKey } from "#lib/kernel/deposit-key.ts";
import { depositKeyConfig } from "#services/custody/config.ts";
import { openVault } from "#services/custody/open-vault.ts";
import { SignerClient } from "#services/custody/payer/signer-client.ts";
import { depositKeyOf } from "#services/custody/vault/deposit-shares.ts";

try {
  const config = depositKeyConfig();
  const { chain, signerKeys } = await openVault(config);
  chain.close();
  const clients = config.signerUrls.map((url) => new SignerClient(url, config.signerKey));
  const answers = await Promise.all(clients.map((client) => client.status()));
  for (const client of clients) client.close();
  const shares = signerKeys.map((key) => {
    const share = answers.find((one) => one.public_key === key)?.deposit_share;
    if (share === undefined) throw new Error(`No signer with the key ${key} gave its share.`);
    return share;
  });
  process.stdout.write(`VAULT_DEPOSIT_KEY=${encodeDepositKey(depositKeyOf(shares))}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
