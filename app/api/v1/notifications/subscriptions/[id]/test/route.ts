/** POST → sends a web push to one browser of the signed-in user, to try it. */
import { PushTestResult } from "#lib/protocol/wire/pushes.ts";
import { BrowserParams, testBrowser } from "#lib/pushes/manage/browsers.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  {
    credential: "session",
    summary: "Sends a test to a browser, also in quiet hours.",
    params: BrowserParams,
    response: PushTestResult,
  },
  testBrowser,
);
