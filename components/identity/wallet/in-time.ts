/** A timeout for wallet requests. */
import type { Wallet } from "@wallet-standard/base";
import { clientText } from "#components/i18n/client-text.ts";
import { WalletFault } from "./failures.ts";

const WALLET_TIMEOUT_MS = 120_000;

/** @throws WalletFault when the wallet does not respond. */
export async function inTime<Value>(wallet: Wallet, request: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new WalletFault(clientText("wallet")("silent", { wallet: wallet.name }))),
      WALLET_TIMEOUT_MS,
    );
  });
  try {
    return await Promise.race([request, silence]);
  } finally {
    clearTimeout(timer);
  }
}
