/** DELETE → removes a browser: it gets no more web pushes. */
import { BrowserParams, removeBrowser } from "#lib/pushes/manage/subscriptions.ts";
import { route } from "#lib/server/route.ts";

export const DELETE = route(
  {
    credential: "session",
    summary: "Stops the web pushes to a browser",
    params: BrowserParams,
  },
  removeBrowser,
);
