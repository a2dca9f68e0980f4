/** Reports when another tab may have changed the session of this browser. */
import { SESSION_CHANNEL } from "./session-channel.ts";

export class SessionWatch {
  readonly #onDoubt: () => void;
  #channel: BroadcastChannel | undefined;

  constructor(onDoubt: () => void) {
    this.#onDoubt = onDoubt;
  }

  /** @returns the function that stops it. */
  start(): () => void {
    const channel = new BroadcastChannel(SESSION_CHANNEL);
    this.#channel = channel;
    const checkIfVisible = () => {
      if (document.visibilityState === "visible") this.#onDoubt();
    };
    channel.addEventListener("message", this.#onDoubt);
    window.addEventListener("focus", checkIfVisible);
    document.addEventListener("visibilitychange", checkIfVisible);
    return () => {
      channel.close();
      this.#channel = undefined;
      window.removeEventListener("focus", checkIfVisible);
      document.removeEventListener("visibilitychange", checkIfVisible);
    };
  }

  /** Makes the other tabs check their session: this one signed in or out. */
  announce(): void {
    // The message names no account: each tab asks the server.
    this.#channel?.postMessage("changed");
  }
}
