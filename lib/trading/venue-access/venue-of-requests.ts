/**
 * The venue that requests of users go to. Replicas tell each other over Redis of an address that gave no answer in time, so
 * that a write waits for it once and not once at each replica. Nothing depends on it.
 */
import { processSlot } from "#lib/kernel/process-slot.ts";
import "server-only";
import type { Secret } from "#lib/kernel/env.ts";
import { VenueAddresses } from "#lib/kernel/http/venue-addresses.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { config } from "#lib/platform/config/config.ts";
import type { Stop } from "#lib/platform/process/process-part.ts";
import { closeRedis, connectRedis, onceAMinute } from "#lib/platform/redis.ts";

type Known = { text: string; addresses: VenueAddresses };

const slot = processSlot<Known>("venue-of-requests");

/** Shared by all requests, so that one that finds a standby moves the others on. */
export function venueOfRequests(): VenueAddresses {
  const { venueAddresses: text } = config();
  if (slot.value?.text !== text) slot.value = { text, addresses: new VenueAddresses(text) };
  return slot.value.addresses;
}

export type SilenceOptions = {
  addresses: VenueAddresses;
  redisUrl: Secret;
  log: Pick<Logger, "info" | "warn">;
  /** Prefix of the channel's name; each test uses its own. */
  prefix?: string;
};

/** Reports silent addresses to the other replicas, and accepts their reports. Each replica must name the venue by the same addresses. */
export function shareSilence({ addresses, redisUrl, log, prefix = "svc" }: SilenceOptions): Stop {
  const channel = `${prefix}:venue-silent`;
  const failed = onceAMinute((error) => {
    log.warn({ err: error }, "Redis is unavailable: each replica waits for a silent venue itself");
  });
  const [sender, receiver] = [connectRedis(redisUrl, failed), connectRedis(redisUrl, failed)];
  receiver.on("ready", () => void receiver.subscribe(channel).catch(failed));
  receiver.on("message", (_: string, url: string) => {
    const isNews = addresses.current === url;
    if (addresses.hearsSilent(url) && isNews) log.info({ venue: url }, "a replica got no answer");
  });
  addresses.onSilent = (url) => void sender.publish(channel, url).catch(failed);
  return async () => {
    addresses.onSilent = undefined;
    await Promise.all([closeRedis(sender), closeRedis(receiver)]);
  };
}
