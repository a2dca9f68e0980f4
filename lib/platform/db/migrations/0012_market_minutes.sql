CREATE TABLE "market_minutes" (
	"market" text NOT NULL,
	"start" bigint NOT NULL,
	"open_interest" numeric,
	"funding_rate" numeric,
	"volume" numeric NOT NULL,
	"liquidated_long" numeric NOT NULL,
	"liquidated_short" numeric NOT NULL,
	"last_fill_id" bigint NOT NULL,
	CONSTRAINT "market_minutes_market_start_pk" PRIMARY KEY("market","start")
);
