/**
 * The elections of the replicas that follow swaps. A write that gives one of them work wakes it.
 */
import type { Election } from "#lib/platform/db/leadership.ts";

/**
 * The leader listens to its channel, because other processes write what it follows. Notified when a
 * swap is submitted.
 */
export const INTAKE_ELECTION: Election = {
  lock: 5_318_008_102,
  channel: "svc_swap_intake",
  hears: ["svc_swap_intake"],
  task: "follow swaps on the chain",
};

/** Notified when a deposit for another network becomes final. */
export const SETTLING_ELECTION: Election = {
  lock: 5_318_008_103,
  channel: "svc_swap_settling",
  hears: ["svc_swap_settling"],
  task: "follow swaps to another network",
};

/** Wakes every process that looks up payments of purchases. */
export const PURCHASES_CHANNEL = "svc_purchases";
