/** `swap.confirmed` */
import { withoutSource } from "./event-type.ts";

export const SWAP_CONFIRMED = withoutSource("swap.confirmed", "A swap of yours is finalized.");
