/** The thread that parses feeds, one at a time. */
import { parentPort } from "node:worker_threads";
import type { FromParser } from "./feed-parser.ts";
import { type FetchedFeed, parseNews } from "./parse-feed.ts";

const port = parentPort;
if (port === null) throw new Error("this file is a worker");
const tell = (message: FromParser) => port.postMessage(message);

port.on("message", (feed: FetchedFeed) => {
  try {
    tell({ kind: "parsed", feed: parseNews(feed) });
  } catch {
    // What a parser says of a stranger's bytes helps nobody.
    tell({ kind: "bad" });
  }
});
tell({ kind: "ready" });
