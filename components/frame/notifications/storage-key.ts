/** Where this browser keeps the messages. */
export const NOTIFICATIONS_KEY = "svc.notifications";

/** The key of messages that arrive before sign-in. */
export const SIGNED_OUT = "-";
