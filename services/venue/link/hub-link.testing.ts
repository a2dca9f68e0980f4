import type { HubLink } from "./hub-link.ts";

/** For gateways without a follower: their streams stay empty. */
export const NO_HUB: HubLink = { post: () => {}, onMessage: () => {}, close: () => {} };
