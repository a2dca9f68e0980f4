/**
 * `npm run vault:audit`: prints what the vault holds and all findings, and exits with 1 if there
 * are any.
 */

import { auditVault } from "#services/custody/audit/audit.ts";
import { auditConfig } from "#services/custody/config.ts";
import { usdcText } from "#services/custody/vault/units.ts";

try {
  const audit = await auditVault(auditConfig());
  const rows: [string, string][] = [
    ["vault", audit.vault],
    ["finalized slot", String(audit.slot)],
    ["deposits / withdrawals at the venue", `${audit.deposits} / ${audit.withdrawals}`],
    ["payments on the chain", String(audit.payments)],
    ["balance", `${usdcText(audit.balance)} USDC`],
    ["liabilities", `${usdcText(audit.liabilities)} USDC`],
    ["unattributed", `${usdcText(audit.unattributed)} USDC`],
    ["opening balance", `${usdcText(audit.opening)} USDC`],
    ["difference", `${usdcText(audit.balance - audit.liabilities)} USDC`],
  ];
  for (const [name, value] of rows) process.stdout.write(`${name.padEnd(38)}${value}\n`);
  for (const { code, text } of audit.findings) process.stdout.write(`${code}: ${text}\n`);
  process.stdout.write(audit.findings.length === 0 ? "clean\n" : "NOT clean\n");
  process.exitCode = audit.findings.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
