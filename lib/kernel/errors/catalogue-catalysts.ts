/** The part of the catalogue of errors that is about catalysts and moves (docs/api/catalysts.md); error-catalogue.ts contains it. */
import { entry } from "./error-entry.ts";

export const CATALYST_ERRORS = {
  CATALYST_NOT_FOUND: entry(
    404,
    "There is no catalyst with this id, or it was not known at that time.",
  ),
  MOVE_NOT_FOUND: entry(404, "There is no move with this id, or it was not known at that time."),
  SIGNAL_NOT_FOUND: entry(404, "There is no signal with this id."),
  CALENDAR_ITEM_NOT_FOUND: entry(
    404,
    "There is no calendar event with this id, or it was not known at that time.",
  ),
  CATALYST_CANNOT_BE_SPLIT: entry(
    409,
    "This catalyst is not merged into another one, or its tracking ended more than 48 hours ago.",
  ),
};
