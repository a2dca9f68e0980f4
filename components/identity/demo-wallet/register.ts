/** Announces the demo wallet to the page, and takes a persona's key from the address bar. */
import { getWallets } from "@wallet-standard/app";
import { DemoWallet } from "./wallet.ts";

const SEED_FRAGMENT = /^#demo=([0-9a-f]{64})$/i;

let registered: Promise<void> | undefined;

/** Registers once for a page; further calls wait for the first. Does nothing where WebCrypto has no Ed25519. */
export function registerDemoWallet(): Promise<void> {
  registered ??= register();
  return registered;
}

async function register(): Promise<void> {
  if (!(await supportsEd25519())) return;
  const wallet = new DemoWallet();
  await takeSeed(wallet);
  getWallets().register(wallet);
  window.addEventListener("hashchange", () => void takeSeed(wallet));
}

/** `#demo=<64 hex>` makes that seed the wallet's key; the seed leaves the address bar and the history entry. */
async function takeSeed(wallet: DemoWallet): Promise<void> {
  const seed = SEED_FRAGMENT.exec(window.location.hash)?.[1];
  if (!seed) return;
  window.history.replaceState(
    window.history.state,
    "",
    window.location.pathname + window.location.search,
  );
  const bytes = Uint8Array.from({ length: 32 }, (_, index) =>
    Number.parseInt(seed.slice(index * 2, index * 2 + 2), 16),
  );
  await wallet.useSeed(bytes);
}

async function supportsEd25519(): Promise<boolean> {
  try {
    await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]);
    return true;
  } catch {
    return false;
  }
}
