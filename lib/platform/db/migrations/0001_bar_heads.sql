-- A fifth of a page is for rows, the rest for their next versions: a row that is rewritten every second stays where it is.
CREATE TABLE "mark_bar_heads" (
	"market" text PRIMARY KEY NOT NULL,
	"open_second" bigint NOT NULL,
	"open_bars" jsonb NOT NULL,
	"mark_at" bigint NOT NULL,
	"fill_id" bigint NOT NULL,
	"fill_at" bigint NOT NULL
) WITH (fillfactor = 20);
