/** The notices in the inbox of an account, as the API shows them. */
import { z } from "zod";

const moment = z.iso.datetime({ precision: 3 });

export const Notification = z.strictObject({
  id: z.string(),
  /** See lib/protocol/wire/account-events.ts; it determines the fields of `data`. */
  type: z.string(),
  at: moment,
  data: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  read_at: moment.nullable(),
});

export type Notification = z.output<typeof Notification>;

/** Newest first. `unread`: of the whole inbox; `next`: the cursor of the page after this one. */
export const NotificationPage = z.strictObject({
  results: z.array(Notification),
  unread: z.int(),
  next: z.string().nullable(),
});
export type NotificationPage = z.output<typeof NotificationPage>;
