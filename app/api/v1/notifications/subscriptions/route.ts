/** The signed-in user's browsers that get web pushes: GET lists them, POST adds one. */
import { respond } from "#lib/platform/http/reply.ts";
import {
  NewPushSubscription,
  PushSubscriptionList,
  PushSubscriptionRecord,
} from "#lib/protocol/wire/pushes.ts";
import { addBrowser, listBrowsers } from "#lib/pushes/manage/subscriptions.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Browsers that get web pushes, the oldest first",
    response: PushSubscriptionList,
  },
  listBrowsers,
);

export const POST = route(
  {
    credential: "session",
    summary: "Opts a browser in to web pushes",
    status: 201,
    body: NewPushSubscription,
    response: PushSubscriptionRecord,
  },
  async (call) => respond(201, await addBrowser(call)),
);
