/** The part of the catalogue of errors that is about catalysts and moves (spec 3); error-catalogue.ts contains it. */
import { entry } from "./error-entry.ts";

export const CATALYST_ERRORS = {
  CATALYST_NOT_FOUND: entry(404, "There is no such catalyst, or it was not known then."),
  MOVE_NOT_FOUND: entry(404, "There is no such move, or it was not known then."),
  SIGNAL_NOT_FOUND: entry(404, "There is no such signal."),
  CALENDAR_ITEM_NOT_FOUND: entry(404, "There is no such release, or it was not known then."),
  CATALYST_CANNOT_BE_SPLIT: entry(
    409,
    "This catalyst is not merged into another one, or its tracking ended more than 48 hours ago.",
  ),
};
