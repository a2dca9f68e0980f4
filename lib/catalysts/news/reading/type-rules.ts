/** Rules that find the type of an event in canonical words. When several of a type fit, the highest score counts. */
import { HACK_RULES } from "./type-rules/hack.ts";
import { LISTING_RULES } from "./type-rules/listing.ts";
import { MACRO_RULES } from "./type-rules/macro.ts";
import { PARTNERSHIP_RULES } from "./type-rules/partnership.ts";
import { REGULATORY_RULES } from "./type-rules/regulatory.ts";
import { UNLOCK_RULES } from "./type-rules/unlock.ts";
import type { TypeRule } from "./type-rules/vocabulary.ts";

export const TYPE_RULES: readonly TypeRule[] = [
  ...LISTING_RULES,
  ...HACK_RULES,
  ...REGULATORY_RULES,
  ...MACRO_RULES,
  ...PARTNERSHIP_RULES,
  ...UNLOCK_RULES,
];
