import { browserKeys } from "#components/identity/browser-keys/load-keys.ts";

/**
 * What signs follows the account's trading key anew when it comes to the page, and until its record is read there seems to
 * be none: an order would then ask for a wallet. Never rejects.
 */
export async function keyIsRead(): Promise<void> {
  // The effects of the same render, of which one begins to follow, come first.
  await new Promise<void>((resolve) => {
    setTimeout(resolve, 0);
  });
  try {
    const { keys } = await browserKeys();
    await keys.reload();
  } catch {
    // Without a key the wallet signs.
  }
}
