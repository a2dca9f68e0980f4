/** The channel on which the tabs of this browser announce that one signed in or out. */

export const SESSION_CHANNEL = "svc.session";

/** Makes the other tabs check their session. The message names no account: each tab asks the server. */
export function announceSession(): void {
  const channel = new BroadcastChannel(SESSION_CHANNEL);
  channel.postMessage("changed");
  channel.close();
}
