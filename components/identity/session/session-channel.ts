/** How the tabs of this browser tell each other that one signed in or out. */

export const SESSION_CHANNEL = "svc.session";

/** Lets the other tabs look. No name is passed on: each asks the server itself. */
export function announceSession(): void {
  const channel = new BroadcastChannel(SESSION_CHANNEL);
  channel.postMessage("changed");
  channel.close();
}
