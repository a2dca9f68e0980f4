ALTER TABLE "webhook_events" ADD COLUMN "markets" jsonb;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "account" text;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "format" text DEFAULT 'json' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "headers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "receiver_may_stop" text DEFAULT 'header' NOT NULL;--> statement-breakpoint
-- Events of before get what the filters compare, as `announce` gives it to new ones.
UPDATE "webhook_events" SET
  "account" = CASE WHEN "type" LIKE 'swap.%' THEN "data"::jsonb->>'wallet' ELSE "data"::jsonb->>'account' END,
  "markets" = CASE
    WHEN "type" LIKE 'agentic.%' THEN jsonb_build_array("data"::jsonb->'order'->>'market')
    WHEN "type" = 'position.liquidated' THEN jsonb_path_query_array("data"::jsonb, '$.positions[*].market')
    WHEN "data"::jsonb ? 'market' THEN jsonb_build_array("data"::jsonb->>'market')
  END
WHERE "type" NOT LIKE 'catalyst.%' AND "type" NOT LIKE 'points.%' AND "type" <> 'webhook.paused';
