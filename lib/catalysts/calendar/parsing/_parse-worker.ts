/** The thread that parses calendars, one at a time. */
import { parentPort } from "node:worker_threads";
import type { FromParser } from "#lib/catalysts/news/parsing/feed-parser.ts";
import { type FetchedCalendar, type ParsedCalendar, parseCalendar } from "./parse-calendar.ts";

const port = parentPort;
if (port === null) throw new Error("this file is a worker");
const tell = (message: FromParser<ParsedCalendar>) => port.postMessage(message);

port.on("message", (fetched: FetchedCalendar) => {
  try {
    tell({ kind: "parsed", feed: parseCalendar(fetched) });
  } catch {
    // What a parser says of a stranger's bytes helps nobody.
    tell({ kind: "bad" });
  }
});
tell({ kind: "ready" });
