/** The thread that parses feeds. */
import { answerDocuments } from "#lib/catalysts/sources/parse-thread.ts";
import { parseNews } from "./parse-feed.ts";

answerDocuments(parseNews);
