/** Whether the service answered the last request of this page, or the browser knows that it is offline. */
import { createStore } from "#components/ui/store.ts";

export const reachability = createStore(true);

/** Follows the network of this computer until the returned function is called. */
export function followNetwork(): () => void {
  const update = () => reachability.set(navigator.onLine);
  window.addEventListener("online", update);
  window.addEventListener("offline", update);
  return () => {
    window.removeEventListener("online", update);
    window.removeEventListener("offline", update);
  };
}
