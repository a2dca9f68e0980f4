/** The thread that parses calendars. */
import { answerDocuments } from "#lib/catalysts/sources/parse-thread.ts";
import { parseCalendar } from "./parse-calendar.ts";

answerDocuments(parseCalendar);
