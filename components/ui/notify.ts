/** Short messages in the corner. The code that shows them is loaded with the first message, not with the page. */

export type Notification = {
  tone: "good" | "bad" | "neutral";
  text: string;
  detail?: string | undefined;
};

let waiting: readonly Notification[] = [];
let raised = false;
const listeners = new Set<() => void>();

export function notify(notification: Notification): void {
  raised = true;
  waiting = [...waiting, notification];
  for (const listener of listeners) listener();
}

/** Takes what waits to be shown. */
export function takeNotifications(): readonly Notification[] {
  const taken = waiting;
  waiting = [];
  return taken;
}

/** True once there has been a message. */
export function hasNotified(): boolean {
  return raised;
}

export function onNotification(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
