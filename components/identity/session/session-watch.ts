/** Tells when the session of this browser may have changed behind the page's back. */
import { SESSION_CHANNEL } from "./session-channel.ts";

export class SessionWatch {
  private readonly onDoubt: () => void;
  private channel: BroadcastChannel | undefined;

  constructor(onDoubt: () => void) {
    this.onDoubt = onDoubt;
  }

  /** @returns the function that ends it. */
  start(): () => void {
    const channel = new BroadcastChannel(SESSION_CHANNEL);
    this.channel = channel;
    const look = () => {
      if (document.visibilityState === "visible") this.onDoubt();
    };
    channel.addEventListener("message", this.onDoubt);
    window.addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      channel.close();
      this.channel = undefined;
      window.removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
    };
  }

  /** Lets the other tabs look: this one signed in or out. */
  announce(): void {
    // No name is passed on: each tab asks the server itself.
    this.channel?.postMessage("changed");
  }
}
