/** What one read of accounts through the app may take, for the page that asks and the app that passes it on. */

/** Addresses of one call, each of them once. */
export const MAX_READ_ADDRESSES = 20;
/** Bytes of data: the addresses times the length of their slice. */
export const MAX_READ_BYTES = 16_384;
