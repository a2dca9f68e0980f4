/**
 * Loads the demo wallet in builds that are meant to have it. The condition is on the same line of the build's
 * substitution as the import, so that a production build holds no trace of it.
 */
export async function loadDemoWallet(): Promise<void> {
  // oxlint-disable-next-line node/no-process-env -- replaced by its value when the client is built
  if (process.env.NEXT_PUBLIC_DEMO_WALLET === "1") {
    const { registerDemoWallet } = await import("#components/identity/demo-wallet/register.ts");
    await registerDemoWallet();
  }
}

/** Whether the address names a persona whose key the demo wallet is to take. */
export function isDemoAddress(): boolean {
  // oxlint-disable-next-line node/no-process-env -- replaced by its value when the client is built
  return process.env.NEXT_PUBLIC_DEMO_WALLET === "1" && window.location.hash.startsWith("#demo=");
}
