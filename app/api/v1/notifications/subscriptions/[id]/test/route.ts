/** POST → sends a test push to one browser of the signed-in user. */
import { PushTestResult } from "#lib/protocol/wire/pushes.ts";
import { BrowserParams, testBrowser } from "#lib/pushes/manage/subscriptions.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  {
    credential: "session",
    summary: "Sends a test push to a browser, also in quiet hours",
    params: BrowserParams,
    response: PushTestResult,
  },
  testBrowser,
);
