/** Where bot keys are managed and used (docs/api/bot.md). */
export const BOT_KEYS = "/api/v1/bot/keys";
export const BOT_PATH = "/api/bot/v1";
export const ADDRESS_TEST = "/api/v1/bot/address-test";
/** Entries of an allowlist. */
export const MAX_ENTRIES = 64;
