/** `swap.failed` */
import { withoutSource } from "./event-type.ts";

export const SWAP_FAILED = withoutSource("swap.failed", "A swap of yours is rejected or fails.");
