import type { HubLink } from "./hub-link.ts";
import type { FromHub } from "./hub-messages.ts";

/** For gateways without a follower: their streams stay empty, and it knows no stream of several accounts. */
export function noHub(): HubLink {
  let receive: (message: FromHub) => void = () => {};
  return {
    post: (message) => {
      if (message.type === "debts") message.port.close();
      if (message.type !== "change") return;
      queueMicrotask(() => receive({ type: "changed", call: message.call, isKnown: false }));
    },
    onMessage: (listener) => {
      receive = listener;
    },
    close: () => {},
  };
}
