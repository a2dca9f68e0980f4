CREATE TABLE "mark_bar_heads" (
	"market" text PRIMARY KEY NOT NULL,
	"open_second" bigint NOT NULL,
	"open_bars" jsonb NOT NULL,
	"mark_at" bigint NOT NULL,
	"fill_id" bigint NOT NULL,
	"fill_at" bigint NOT NULL
);
