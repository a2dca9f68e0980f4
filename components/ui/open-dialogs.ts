/** Whether a dialog is open on this page. */
import { createFollowers } from "./store.ts";

let open = 0;
const followers = createFollowers();

/** Counts a dialog until the returned function is called. */
export function noteOpenDialog(): () => void {
  open += 1;
  followers.notify();
  return () => {
    open -= 1;
    followers.notify();
  };
}

export function isDialogOpen(): boolean {
  return open > 0;
}

export const onDialogs = followers.subscribe;
