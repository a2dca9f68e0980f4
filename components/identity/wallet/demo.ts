/** The name with which the demo wallet announces itself. */
export const DEMO_WALLET = "Demo wallet";

/**
 * Loads the demo wallet in builds that include it. The build substitutes the condition, so that a production build drops
 * the import.
 */
export async function loadDemoWallet(): Promise<void> {
  // oxlint-disable-next-line node/no-process-env -- replaced by its value when the client is built
  if (process.env.NEXT_PUBLIC_DEMO_WALLET === "1") {
    const { registerDemoWallet } = await import("#components/identity/demo-wallet/wallet.ts");
    await registerDemoWallet();
  }
}

/** Whether the address contains the key of a demo persona. */
export function isDemoAddress(): boolean {
  // oxlint-disable-next-line node/no-process-env -- replaced by its value when the client is built
  return process.env.NEXT_PUBLIC_DEMO_WALLET === "1" && window.location.hash.startsWith("#demo=");
}
