/** The inside of a parser's thread: it answers one document at a time. */
import { parentPort } from "node:worker_threads";
import type { FromParser } from "./thread-parser.ts";

/** @param parse throws when the document is malformed */
export function answerDocuments<Fetched, Parsed>(parse: (fetched: Fetched) => Parsed): void {
  const port = parentPort;
  if (port === null) throw new Error("this file is a worker");
  const send = (message: FromParser<Parsed>) => port.postMessage(message);
  port.on("message", (fetched: Fetched) => {
    try {
      send({ kind: "parsed", document: parse(fetched) });
    } catch {
      // The parser's message about a malformed document is not useful to anyone.
      send({ kind: "bad" });
    }
  });
  send({ kind: "ready" });
}
