/** GET → what the simulated receiver got under a name; PUT {secret?, status?} → how it answers. 404 without a sandbox. */
import { route } from "#lib/server/route.ts";
import {
  changeReceiver,
  ReceiverParams,
  ReceiverSettings,
  readReceiver,
} from "#lib/webhooks/manage/simulated-receiver.ts";

export const GET = route({ credential: "session", params: ReceiverParams }, readReceiver);

export const PUT = route(
  { credential: "session", params: ReceiverParams, body: ReceiverSettings },
  changeReceiver,
);
