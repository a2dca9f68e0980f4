/** A gateway's end of its channel to the follower, which has the accounts that streams show. */
import type { MessagePort } from "node:worker_threads";
import type { FromHub, ToHub } from "./hub-messages.ts";

export type HubLink = {
  post: (message: ToHub) => void;
  /** The follower's messages from now on. */
  onMessage: (receive: (message: FromHub) => void) => void;
  close: () => void;
};

/** `wake` ends the follower's rest: its thread does not notice a message by itself. */
export function hubLink(port: MessagePort, wake: () => void): HubLink {
  return {
    post: (message) => {
      port.postMessage(message, message.type === "debts" ? [message.port] : []);
      wake();
    },
    onMessage: (receive) => {
      port.on("message", receive);
    },
    close: () => port.close(),
  };
}
