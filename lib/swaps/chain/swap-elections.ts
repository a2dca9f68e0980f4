/** The elections of the replicas that follow swaps. Each is woken by the write that gives it something to follow. */
import type { Election } from "#lib/platform/db/leadership.ts";

/** The leader hears its own channel: others write what it follows. Notified when a swap was submitted. */
export const INTAKE_ELECTION: Election = {
  lock: 5_318_008_102,
  channel: "svc_swap_intake",
  hears: ["svc_swap_intake"],
  task: "follow swaps on the chain",
};

/** Notified when a deposit for another network is final. */
export const SETTLING_ELECTION: Election = {
  lock: 5_318_008_103,
  channel: "svc_swap_settling",
  hears: ["svc_swap_settling"],
  task: "follow swaps to another network",
};

/** Wakes every process that looks up payments of purchases. */
export const PURCHASES_CHANNEL = "svc_purchases";
