/** DELETE → a browser gets no web pushes any more. */
import { BrowserParams, removeBrowser } from "#lib/pushes/manage/browsers.ts";
import { route } from "#lib/server/route.ts";

export const DELETE = route(
  {
    credential: "session",
    summary: "Ends the web pushes of a browser.",
    params: BrowserParams,
  },
  removeBrowser,
);
